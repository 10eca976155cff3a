import { dayNumber, shiftMonths } from '../../service/calendar/dates.ts';
import { findChoices } from '../../service/datasets/find-choices.ts';
import { MARKET_OBSERVATIONS, storedSeries } from '../../service/datasets/index.ts';
import { type SeriesChoice, seriesId, shortTitle } from '../../service/datasets/series-choice.ts';
import type { SearchAction } from '../picker/index.ts';
import { addAllSeries, MOST_SERIES, parseView, type View } from '../view/index.ts';

/** Months on each side of the date. */
const AROUND = 6;

/**
 * @param query words and a day, 'yields 2023-07-03', 'quits 2020-04'.
 * @param today the latest day of a range. @param state whose series is meant, of datasets that are split by state.
 * @returns an action that opens the chart around that day, and explains the value of that day.
 */
export function datedActions(
  query: string,
  { today, state }: { today: string; state: string },
  show: (view: View) => void,
): SearchAction[] {
  const [, words = '', written = ''] = /^(.+?)\s+(\d{4}-\d{2}(?:-\d{2})?)$/.exec(query.trim()) ?? [];
  const date = written.length === 7 ? `${written}-01` : written;
  if (dayNumber(date) === undefined || date > today) return [];
  const { id, headline, title } = MARKET_OBSERVATIONS;
  const isYields = /^(treasury )?(par )?yields?( curve)?$/i.test(words);
  const choices: SeriesChoice[] = isYields
    ? // As many of the longest tenors as a chart takes.
      storedSeries(MARKET_OBSERVATIONS)
        .slice(-MOST_SERIES)
        .map(({ code }) => ({ dataset: id, code, area: '' }))
    : findChoices(words, state).slice(0, 1);
  const [first] = choices;
  if (!first) return [];
  const line = seriesId(isYields ? { dataset: id, code: headline, area: '' } : first);
  const { view } = addAllSeries(parseView({ series: '' }).view, choices);
  const to = shiftMonths(date, AROUND);
  const range = { from: shiftMonths(date, -AROUND), to: to > today ? today : to };
  return [
    {
      id: `dated:${line}@${date}`,
      title: `${isYields ? title : shortTitle(first)} at ${date}`,
      detail: 'Chart',
      words: '',
      run: () => show({ ...view, range, explained: { line, date } }),
    },
  ];
}
