import { dateText, dayNumber, inDateStyle, shiftMonths, shownDate } from '../../service/calendar/dates.ts';
import { findChoices } from '../../service/datasets/find-choices.ts';
import { type SeriesChoice, seriesId, shortTitle } from '../../service/datasets/series-choice.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import { periodDate, periodOf } from '../../service/series-math/periods.ts';
import type { View } from '../../service/view/types.ts';
import type { SearchAction } from '../picker/index.ts';

/** Months on each side of the date. */
const AROUND = 6;

const CURVE =
  /^(?:treasury )?(?:par )?(?:yields?|(?:yield )?curve)(?: (\d{4}-\d{2}-\d{2}))?(?: vs ((?:1d|1w|1m|ytd|1y|\d{4}-\d{2}-\d{2})(?:,\S+)?))?$/i;

/** Screens of one day, by the words that people call them, with the parameter of the day in their address. */
const DATED_SCREENS = [
  {
    words: /^(?:states?|state (?:map|claims)|map)$/i,
    title: 'State map, week ending',
    path: '/states',
    day: 'week',
    dayOf: saturdayOf,
  },
  {
    words: /^(?:fed(?: balance sheet)?|h\.?4\.?1|balance sheet|statement)$/i,
    title: 'Fed balance sheet as of',
    path: '/statement',
    day: 'date',
    dayOf: (date: string) => date,
  },
] as const;

/** `newChart`: makes the chart of some series. */
type Ways = {
  show: (view: View) => void;
  open: (path: string) => void;
  newChart: (series: readonly SeriesChoice[]) => View;
};

/**
 * @param query words and a day, 'yields 2023-07-03', 'states 2020-04-04', 'quits 2020-04'; or 'curve vs 1y'.
 * @param today the latest day of a range. @param state whose series is meant, of datasets that are split by state.
 * @returns an action that opens the curve, the map or the statement of that day, or the chart around it and explains the value of that day.
 */
export function datedActions(
  query: string,
  { today, state }: { today: string; state: string },
  { show, open, newChart }: Ways,
): SearchAction[] {
  const [isCurve, day, compared] = CURVE.exec(query.trim()) ?? [];
  if (isCurve !== undefined) return curveAction(day, compared?.replace(/ytd/i, 'YTD'), today, open);
  const [, words = '', written = ''] = /^(.+?)\s+(\d{4}-\d{2}(?:-\d{2})?)$/.exec(query.trim()) ?? [];
  const date = written.length === 7 ? `${written}-01` : written;
  if (dayNumber(date) === undefined || date > today) return [];
  const screen = DATED_SCREENS.find((one) => one.words.test(words));
  if (screen) {
    const shown = screen.dayOf(date);
    const address = `${screen.path}?${screen.day}=${shown}`;
    return [placeAction(`${screen.title} ${shownDate(shown)}`, address, open)];
  }
  const [first] = findChoices(words, state);
  if (!first) return [];
  const view = newChart([first]);
  const to = shiftMonths(date, AROUND);
  const range = { from: shiftMonths(date, -AROUND), to: to > today ? today : to };
  const line = seriesId(first);
  return [
    {
      id: `dated:${line}@${date}`,
      title: `${shortTitle(first)} at ${shownDate(date)}`,
      detail: 'Chart',
      words: '',
      run: () => show({ ...view, range, explained: { line, date } }),
    },
  ];
}

function curveAction(
  date: string | undefined,
  compared: string | undefined,
  today: string,
  open: (path: string) => void,
): SearchAction[] {
  // The word alone finds the screen itself.
  if (date === undefined && compared === undefined) return [];
  if (date !== undefined && (dayNumber(date) === undefined || date > today)) return [];
  const search = new URLSearchParams({ ...(date && { date }), ...(compared && { vs: compared }) });
  const against = compared === undefined ? '' : ` against ${compared}`;
  const title = `Yield curve${date === undefined ? '' : ` of ${date}`}${against}`;
  return [placeAction(inDateStyle(title), `/yields?${search}`, open)];
}

/** @returns the Saturday by which the week of a day is dated. */
function saturdayOf(date: string): string {
  const weeks = cadenceOf(UI_STATE_WEEKLY_CLAIMS);
  return dateText(periodDate(periodOf(dayNumber(date) as number, weeks), weeks));
}

function placeAction(title: string, address: string, open: (path: string) => void): SearchAction {
  return { id: address, title, detail: 'Screen', words: '', address, run: () => open(address) };
}
