import { type ReactNode, useMemo } from 'react';
import { dateText, dayNumber, inDateStyle, shiftMonths, shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { CONSTITUENTS } from '../../service/datasets/constituents/definition.ts';
import { findChoices } from '../../service/datasets/find-choices.ts';
import {
  parseSeriesId,
  type SeriesChoice,
  seriesId,
  shortTitle,
} from '../../service/datasets/series-choice.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import { type Constituent, foldTicker, identityOf } from '../../service/series-math/members.ts';
import { periodDate, periodOf } from '../../service/series-math/periods.ts';
import { resolveRange } from '../../service/view/index.ts';
import type { DateRange, RangeChoice, View } from '../../service/view/types.ts';
import { type ListAsk, useCatalog, useLists } from '../api/index.ts';
import {
  findActions,
  firstActions,
  isExactCode,
  isNamed,
  matchingActions,
  type SearchAction,
  type SearchResult,
  seriesResult,
  useRecent,
  useSeriesFinds,
} from '../picker/index.ts';
import { heldRange, parseWhole, rangeWords } from '../range/index.ts';
import { hasSeries, lineCount } from '../view/index.ts';
import { formulaAction, stateOf, type Ways } from './palette-actions.ts';

/** Limits of the recent results and recent series listed before the user types. */
const MOST_RECENT = 6;
const MOST_RECENT_SERIES = 3;
/** True if a result is a place of a screen, such as a page of the guide. */
const isPlace = ({ address }: SearchAction) => address !== undefined;
/** Limit of the results in a search for actions only. */
const MOST_ACTIONS = 60;

/** @returns the results of a query in order, the problem if it has none, and the filter of the series. */
export function usePaletteResults(
  query: string,
  context: {
    /** The chart that Explore shows, or showed last. */
    view: View;
    /** The chart to which a series is added. */
    target: View;
    actions: readonly SearchAction[];
    recent: readonly string[];
    names: OwnNames;
    ways: Pick<Ways, 'show' | 'open'> & { newChart: (series: readonly SeriesChoice[]) => View };
  },
): { results: readonly SearchResult[]; problem?: string; head: ReactNode; widen: () => void } {
  const { view, target, actions, names } = context;
  const { show, open, newChart } = context.ways;
  const state = stateOf(view);
  const catalog = useCatalog().data;
  const asks = useMemo(() => listsToSearch(catalog), [catalog]);
  const { lists } = useLists(asks);
  const shown = useRecent(view).filter((choice) => !hasSeries(target, seriesId(choice)));
  const meaning = namedBy(names, query);
  const own = meaning === undefined ? undefined : searchResult(meaning, actions, open);
  // If the query is a name that stands for words, search for those words.
  const { scope, words } = readQuery(meaning === undefined || own ? query : meaning);
  const finds = useSeriesFinds(scope === 'everything' ? words : '', state, show);
  const rest = { head: finds.head, widen: finds.widen };
  const recent = context.recent.flatMap((kept) => searchResult(kept, actions, open) ?? []);

  if (finds.pasted) return { results: [actionResult(finds.pasted)], ...rest };
  if (scope === 'formula') {
    const { action, ...refusal } = formulaAction(view, words, show);
    return { results: action ? [actionResult(action)] : [], ...refusal, ...rest };
  }
  if (scope === 'actions' || scope === 'guide') {
    const candidates = actions.filter((one) => !one.isDataset && isPlace(one) === (scope === 'guide'));
    const found = words === '' ? candidates : matchingActions(candidates, words);
    const problem =
      scope === 'guide' ? 'The guide has no page with these words.' : 'No action has these words.';
    return { results: found.slice(0, MOST_ACTIONS).map(actionResult), problem, ...rest };
  }
  if (words === '')
    return {
      results: withoutRepeats([
        ...recent.slice(0, MOST_RECENT),
        ...shown.slice(0, MOST_RECENT_SERIES).map(seriesResult),
        ...firstActions(actions).map(actionResult),
      ]),
      ...rest,
    };
  const today = todayText();
  const held = heldRange(view, catalog);
  const ranged =
    lineCount(view) > 0
      ? rangeAction(words, { held, today }, (range) => show({ ...view, range }))
      : { actions: [] };
  // The guide mentions everything, so other matches come first.
  const found = findActions(
    actions.filter((one) => !isPlace(one)),
    words,
  );
  const guideResults = findActions(actions.filter(isPlace), words);
  const series = finds.series.map(seriesResult);
  const ids = new Set(series.map(({ id }) => id));
  const searchedLists = asks.map((ask, i) => ({ ask, members: lists[i] }));
  return {
    results: rankedResults({
      own,
      recent: recent.filter((one) =>
        'choice' in one ? ids.has(one.id) : matchingActions([one.action], words).length > 0,
      ),
      exact: [
        ...series.filter((one) => 'choice' in one && isExactCode(one.choice, words)),
        ...tickerActions(words, searchedLists, open).map(actionResult),
      ],
      named: [
        ...ranged.actions,
        ...datedActions(words, { today, state }, { show, open, newChart }),
        ...compareActions(words, asks, open),
      ].map(actionResult),
      series,
      actions: [...found, ...guideResults].map(actionResult),
      isNamed: isNamed(found[0], words),
    }),
    ...('problem' in ranged && ranged.problem !== undefined && { problem: ranged.problem }),
    ...rest,
  };
}

/** A query's target. `actions`: after '>'; `guide`: pages of the guide, after '?'; `formula`: after '='. */
type PaletteQuery = { scope: 'everything' | 'actions' | 'guide' | 'formula'; words: string };

const SIGNS = { '>': 'actions', '?': 'guide', '=': 'formula' } as const;

/** @returns a query's target, and its words without the sign at the beginning. */
export function readQuery(query: string): PaletteQuery {
  const typed = query.trim();
  const scope = SIGNS[typed[0] as keyof typeof SIGNS];
  return scope ? { scope, words: typed.slice(1).trim() } : { scope: 'everything', words: typed };
}

/** Number of recent results kept, and how many matching ones are listed before other results. */
const MOST_KEPT = 30;
const MOST_FIRST = 3;

/**
 * Returns a result as a text for the preferences: a series or action as its id, a place as its address, a
 * space and its title ('/yields?date=2023-07-03 Yield curve of 2023-07-03'). Addresses have no spaces.
 * @param actions those that can be found by id @returns `undefined` for a result that only its query can
 * produce, such as a range
 */
export function keptResult(result: SearchResult, actions: readonly SearchAction[]): string | undefined {
  if ('choice' in result) return result.id;
  const { address, title, id } = result.action;
  if (address !== undefined) return `${address} ${title}`;
  return actions.some((one) => one.id === id) ? id : undefined;
}

/** @returns the result for a stored text; `undefined` if its series or action no longer exists. */
export function searchResult(
  kept: string,
  actions: readonly SearchAction[],
  open: (address: string) => void,
): SearchResult | undefined {
  if (kept.startsWith('/')) {
    const [address = '', ...words] = kept.split(' ');
    const title = words.join(' ') || address;
    const action = { id: address, title, detail: '', words: '', address, run: () => open(address) };
    return { id: address, action };
  }
  const choice = parseSeriesId(kept);
  if (choice) return seriesResult(choice);
  const action = actions.find(({ id }) => id === kept);
  return action && actionResult(action);
}

export function actionResult(action: SearchAction): SearchResult {
  return { id: action.address ?? action.id, action };
}

/** @returns the recent results with one more in front, without duplicates. */
export function withKept(before: readonly string[], kept: string): string[] {
  const address = (text: string) => (text.startsWith('/') ? text.split(' ')[0] : text);
  return [kept, ...before.filter((one) => address(one) !== address(kept))].slice(0, MOST_KEPT);
}

/**
 * @param found.recent newest first @param found.exact series and tickers whose code is the query @param
 * found.named a range or place that the query names @param found.series, found.actions matches, best first
 * @returns the results in order: the person's own name, matching recent ones, exact codes, named ones, best
 * matches. Actions come first if the query begins a title, otherwise after three series.
 */
export function rankedResults(found: {
  own: SearchResult | undefined;
  recent: readonly SearchResult[];
  exact: readonly SearchResult[];
  named: readonly SearchResult[];
  series: readonly SearchResult[];
  actions: readonly SearchResult[];
  isNamed: boolean;
}): SearchResult[] {
  const { own, recent, exact, named, series, actions } = found;
  const matches = found.isNamed
    ? [...actions, ...series]
    : [...series.slice(0, 3), ...actions, ...series.slice(3)];
  return withoutRepeats([
    ...(own ? [own] : []),
    ...recent.slice(0, MOST_FIRST),
    ...exact,
    ...named,
    ...matches,
  ]);
}

function withoutRepeats(results: readonly SearchResult[]): SearchResult[] {
  return [...new Map(results.map((one) => [one.id, one] as const)).values()];
}

/** A person's own names (preference `aliases`): lower-case name → a stored result or search words. */
type OwnNames = Readonly<Record<string, string>>;

/** @returns the meaning of a name; `undefined` if the query is not a name. */
export function namedBy(names: OwnNames, query: string): string | undefined {
  const name = query.trim().toLowerCase();
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** @returns the problem of a new name, as a sentence; `undefined` if there is none. */
export function nameProblem(name: string): string | undefined {
  const typed = name.trim();
  if (typed === '') return 'A name has at least one letter or digit.';
  if (typed.length > 40) return 'A name has at most 40 characters.';
  return /^[>?=/]/.test(typed)
    ? `'${typed[0]}' at the beginning means something else here: take a letter or a digit.`
    : undefined;
}

export function withName(names: OwnNames, name: string, meaning: string): OwnNames {
  return { ...names, [name.trim().toLowerCase()]: meaning };
}

export function withoutName(names: OwnNames, name: string): OwnNames {
  return Object.fromEntries(Object.entries(names).filter(([one]) => one !== name));
}

/** @returns an action that sets a typed range ('5Y', '2008Q1 to 2010Q4', 'FY2024'), or its problem. */
export function rangeAction(
  query: string,
  context: { held: DateRange; today: string },
  show: (range: RangeChoice) => void,
): { actions: SearchAction[]; problem?: string } {
  const read = parseWhole(query, context);
  if (!read) return { actions: [] };
  if ('problem' in read) return { actions: [], problem: read.problem };
  const { from, to } = resolveRange(read.choice, context.held);
  const words = inDateStyle(rangeWords(read.choice));
  // The same id as the chart's own action for this preset, if there is one.
  const id = `chart:range:${'preset' in read.choice ? read.choice.preset : 'typed'}`;
  const title = `Range: ${words.toLowerCase()}`;
  const detail = words.includes(shownDate(to)) ? '' : `${shownDate(from)} to ${shownDate(to)}`;
  return { actions: [{ id, title, detail, words: '', run: () => show(read.choice) }] };
}

/** Months on each side of the date. */
const AROUND = 6;

const CURVE =
  /^(?:treasury )?(?:par )?(?:yields?|(?:yield )?curve)(?: (\d{4}-\d{2}-\d{2}))?(?: vs ((?:1d|1w|1m|ytd|1y|\d{4}-\d{2}-\d{2})(?:,\S+)?))?$/i;

/** Screens of one day, by the words that people use for them, with the address parameter for the day. */
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
type DatedWays = {
  show: (view: View) => void;
  open: (path: string) => void;
  newChart: (series: readonly SeriesChoice[]) => View;
};

/**
 * @param query words and a day ('yields 2023-07-03', 'states 2020-04-04', 'quits 2020-04') or 'curve vs 1y'
 * @param today the latest allowed day @param state for datasets split by state
 * @returns an action that opens that day's curve, map or statement, or the chart around it
 */
export function datedActions(
  query: string,
  { today, state }: { today: string; state: string },
  { show, open, newChart }: DatedWays,
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

/** @returns the Saturday that ends the week of a day, which is the date of weekly claims. */
function saturdayOf(date: string): string {
  const weeks = cadenceOf(UI_STATE_WEEKLY_CLAIMS);
  return dateText(periodDate(periodOf(dayNumber(date) as number, weeks), weeks));
}

function placeAction(title: string, address: string, open: (path: string) => void): SearchAction {
  return { id: address, title, detail: 'Screen', words: '', address, run: () => open(address) };
}

/** Number of lists to search for a ticker: the newest of each index or fund first, then older ones. */
const MOST_LISTS = 12;
const TICKER = /^[a-z0-9]{1,8}([./-][a-z]{1,2})?$/i;
/** Minimum length of a ticker in lower case: shorter words are more often the beginning of another word. */
const LEAST_SMALL = 4;

export function listsToSearch(catalog: Pick<Catalog, 'datasets'> | undefined): ListAsk[] {
  const series = catalog?.datasets.find(({ id }) => id === CONSTITUENTS.id)?.series ?? [];
  return series
    .flatMap(({ code, lists = [] }) => lists.map(({ as_of }, age) => ({ code, date: as_of, age })))
    .sort((a, b) => a.age - b.age)
    .slice(0, MOST_LISTS)
    .map(({ code, date }) => ({ code, date }));
}

/** @returns an action that compares two codes' newest lists: 'SPY vs IVV'. @param asks newest first */
export function compareActions(
  query: string,
  asks: readonly ListAsk[],
  open: (path: string) => void,
): SearchAction[] {
  const [, ...codes] = /^([\w.-]+) vs ([\w.-]+)$/i.exec(query.trim()) ?? [];
  const [one, other] = codes.map((wanted) =>
    asks.find(({ code }) => code.toUpperCase() === wanted.toUpperCase()),
  );
  if (!one || !other || one.code === other.code) return [];
  const search = new URLSearchParams({
    code: one.code,
    view: 'compare',
    with: `${other.code}@${other.date}`,
  });
  const address = `/constituents?${search}`;
  return [
    {
      id: `compare:${search}`,
      title: `${one.code} vs ${other.code}: what they share`,
      detail: 'Constituents',
      words: '',
      address,
      run: () => open(address),
    },
  ];
}

/** @returns for each index or fund an action that opens its newest list at this ticker ('AAPL', 'brk.b'). */
export function tickerActions(
  query: string,
  lists: readonly { ask: ListAsk; members: readonly Constituent[] | undefined }[],
  open: (path: string) => void,
): SearchAction[] {
  const typed = query.trim();
  const isTicker = TICKER.test(typed) && (typed.length >= LEAST_SMALL || typed === typed.toUpperCase());
  if (!isTicker) return [];
  const wanted = foldTicker(typed);
  const found = new Map<string, SearchAction>();
  for (const { ask, members = [] } of lists) {
    const { code, date } = ask;
    const member = members.find(({ ticker }) => foldTicker(ticker) === wanted);
    if (!member || found.has(code)) continue;
    const address = `/constituents?${new URLSearchParams({ code, date, explain: identityOf(member) })}`;
    found.set(code, {
      id: `member:${code}:${wanted}`,
      title: `${member.ticker} ${member.name}`,
      detail: `${code} of ${date}${member.weight === '' ? '' : `, ${groupDigits(member.weight)} %`}`,
      words: '',
      address,
      run: () => open(address),
    });
  }
  return [...found.values()];
}
