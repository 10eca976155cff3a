import { setImmediate as turn } from 'node:timers/promises';
import { dateText, dayNumber, instantText } from '../calendar/dates.ts';
import { latestDayText } from '../calendar/today.ts';
import { Failure, quoted } from '../contract/failure.ts';
import { CONSTITUENTS } from '../datasets/constituents/definition.ts';
import { findSeries } from '../datasets/index.ts';
import { STATE_CLAIMS, UI_STATE_WEEKLY_CLAIMS } from '../datasets/ui_state_weekly_claims/definition.ts';
import { YIELDS } from '../datasets/yields/definition.ts';
import { byIdentity, type Constituent } from '../series-math/members.ts';
import { csvCell } from '../series-math/spreadsheet-cells.ts';
import type { SeriesColumn, SeriesKey } from '../store/index.ts';
import { neededSeries, pickViewSearch, readView, type View } from '../view/index.ts';
import type { Basis, Differences, FrozenReader } from './basis.ts';

/**
 * @returns the published data behind a screen: of Constituents its lists, of other screens the series of `inputsOf`.
 * @param address path and search parameters. @throws Failure 'wrong_usage' as `inputsOf`.
 */
export function basisOf(address: string): Basis {
  const { pathname, searchParams } = new URL(address, 'http://almanac.invalid');
  return pathname === '/constituents'
    ? listBasis(Object.fromEntries(searchParams))
    : seriesBasis(inputsOf(address));
}

/**
 * The published series behind the numbers of a screen, each whole: a change on the year or a percentile of all weeks needs more than the
 * days that are shown. Explore: the series of its lines and formulas; Yields: all tenors; State map: the claims and what they are divided by.
 * @param address path and search parameters. @returns the inputs, each once, ordered by dataset, code and area.
 * @throws Failure 'wrong_usage' where the screen shows no observations, or none that can be told from its address.
 */
export function inputsOf(address: string): SeriesKey[] {
  const { pathname, searchParams } = new URL(address, 'http://almanac.invalid');
  const find = BY_PATH[pathname];
  if (!find)
    throw new Failure(
      'wrong_usage',
      `What ${quoted(pathname)} shows cannot be frozen: only Explore, Yields, State map and Constituents can. Save it without freezing.`,
    );
  const inputs = new Map(
    find(Object.fromEntries(searchParams))
      .flatMap(published)
      .map((input) => [keyOf(input), input] as const),
  );
  if (inputs.size === 0)
    throw new Failure('wrong_usage', 'This chart has no series, so there is nothing to freeze.');
  return [...inputs.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** @returns the instant as of which an address shows the data; `undefined` for today's data. */
export function askedInstant(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address, 'http://almanac.invalid');
  const asOf =
    pathname === '/explore' ? viewOf(Object.fromEntries(searchParams)).asOf : searchParams.get('as_of');
  return instantText(asOf ?? '');
}

function viewOf(search: Readonly<Record<string, string>>): View {
  return readView(pickViewSearch(search), latestDayText()).view;
}

const BY_PATH: Readonly<Record<string, (search: Readonly<Record<string, string>>) => SeriesKey[]>> = {
  '/explore': (search) => neededSeries(viewOf(search)).map(({ choice }) => choice),
  '/yields': () => YIELDS.series.map(({ code }) => ({ dataset: YIELDS.id, code, area: '' })),
  '/states': ({ series, measure = 'thousand' }) => [
    claims(series === 'continued' ? 'continued' : 'initial'),
    ...(measure === 'thousand' ? [claims('covered')] : []),
    ...(measure === 'rate' ? [claims('rate')] : []),
    ...(measure === 'weekrate' ? [claims('weekRate')] : []),
  ],
};

function claims(which: keyof typeof STATE_CLAIMS): SeriesKey {
  return { dataset: UI_STATE_WEEKLY_CLAIMS.id, code: STATE_CLAIMS[which], area: '' };
}

/** @returns the input itself, or the two series of which Almanac computes it. */
function published(input: SeriesKey): SeriesKey[] {
  const spread = findSeries(input.dataset, input.code)?.spread;
  return spread ? [spread.long, spread.short].map((code) => ({ ...input, code })) : [input];
}

function keyOf({ dataset, code, area }: SeriesKey): string {
  return `${dataset}.${code} ${area}`;
}

type Search = Readonly<Record<string, string>>;
/** A list that a screen shows. `slot`: what it is there ('date', 'vs', …), whatever its day. */
type ShownList = { slot: string; code: string; date: string; members(): Constituent[] };

/**
 * @param search of Constituents @returns its lists as a basis: the shown one, those that it is compared with, in the ledger all of its code.
 * A line is `series,date,ticker,name,sector,weight` in the order of the list, as CSV (RFC 4180). An address without a date means the newest
 * list, so that a newer one differs from it.
 */
function listBasis(search: Search): Basis {
  return {
    datasets: [CONSTITUENTS.id],
    *parts(reader, asOf) {
      for (const list of eachOnce(shownLists(reader, search, asOf))) {
        const members = list.members();
        yield { text: members.map((member) => lineOf(list, member)).join(''), rows: members.length };
      }
    },
    async differences(reader, asOf) {
      const [then, now] = [shownLists(reader, search, asOf), shownLists(reader, search)];
      const counts = { revised: 0, added: 0, gone: 0 };
      const lists = { reweighted: 0, added: 0, is_replaced: false };
      for (const before of then) {
        const after = now.find(({ slot }) => slot === before.slot);
        const found = compared(before.members(), after?.members() ?? []);
        counts.revised += found.revised;
        counts.added += found.added;
        counts.gone += found.gone;
        lists.reweighted += found.reweighted;
        lists.is_replaced ||= isReplaced(reader, before);
        await turn();
      }
      lists.added = now.filter(({ slot }) => !then.some((before) => before.slot === slot)).length;
      return { ...counts, lists };
    },
    lists: (reader, asOf) => [
      ...new Set(shownLists(reader, search, asOf).map(({ code, date }) => `${code}@${date}`)),
    ],
  };
}

/** @returns the lists that an address of Constituents shows, of those known at an instant; the first is the one that the screen is about. */
function shownLists(reader: FrozenReader, search: Search, asOf?: string): ShownList[] {
  const held = (code: string) =>
    reader
      .constituentLists(code, asOf)
      .map(({ day, members }) => ({ code, date: dateText(day), members: () => members() }));
  const codes = [...CONSTITUENTS.series.map(({ code }) => code), ...reader.constituentCodes(CONSTITUENTS.id)];
  const code = [search.code ?? '', ...codes].find((one) => held(one).length > 0);
  if (code === undefined) return [];
  const own = held(code);
  const on = (date: string | undefined) => own.find((list) => date === undefined || list.date <= date);
  const others = (search.with ?? '').split(',').map((word) => {
    const [other = '', date = ''] = word.split('@');
    return [word, held(other).find((list) => list.date === date)] as const;
  });
  const ledger = search.view === 'ledger' ? own.map((list) => [list.date, list] as const) : [];
  const shown = [
    ['date', on(search.date) ?? own[0]] as const,
    ...(search.vs === undefined ? [] : [['vs', on(search.vs)] as const]),
    ...others,
    ...ledger,
  ];
  return shown.flatMap(([slot, list]) => (list ? { slot, ...list } : []));
}

/** @returns each list once, by code and date. */
function eachOnce(lists: readonly ShownList[]): ShownList[] {
  const words = new Map(lists.map((list) => [`${list.code} ${list.date}`, list]));
  return [...words.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, list]) => list);
}

function lineOf({ code, date }: ShownList, { ticker, name, sector, weight }: Constituent): string {
  const cells = [`${CONSTITUENTS.id}.${code}`, date, ticker, name, sector, weight];
  return `${cells.map((cell) => csvCell(cell)).join(',')}\n`;
}

/** Compares members by what identifies them. `revised`: those with another weight, name or sector; `reweighted` of these the former. */
function compared(then: readonly Constituent[], now: readonly Constituent[]) {
  const [before, after] = [byIdentity(then), byIdentity(now)];
  const stayed = [...before].flatMap(([key, member]) => {
    const other = after.get(key);
    return other ? [[member, other] as const] : [];
  });
  const reweighted = stayed.filter(([one, other]) => one.weight !== other.weight);
  const revised = stayed.filter(
    ([one, other]) =>
      one.weight !== other.weight ||
      one.ticker !== other.ticker ||
      one.name !== other.name ||
      one.sector !== other.sector,
  );
  return {
    revised: revised.length,
    reweighted: reweighted.length,
    added: after.size - stayed.length,
    gone: before.size - stayed.length,
  };
}

/** @returns whether the list of that very day is another one now. */
function isReplaced(reader: FrozenReader, list: ShownList): boolean {
  const now = reader.constituentLists(list.code).find(({ day }) => dateText(day) === list.date);
  const linesOf = (members: readonly Constituent[]) => members.map((member) => lineOf(list, member)).join('');
  return now === undefined || linesOf(now.members()) !== linesOf(list.members());
}

const WHOLE = { from: dayNumber('0001-01-01') as number, to: dayNumber('9999-12-31') as number };

/**
 * @returns whole series as a basis. A line is `series,area,date,value`.
 * @param inputs ordered by dataset, code and area; `area` '' stands for all states of a dataset by state.
 */
function seriesBasis(inputs: readonly SeriesKey[]): Basis {
  return {
    datasets: [...new Set(inputs.map(({ dataset }) => dataset))],
    *parts(reader, asOf) {
      for (const input of inputs)
        for (const column of columnsOf(reader, input, asOf))
          yield { text: linesOf(input, column), rows: column.days.length };
    },
    async differences(reader, asOf) {
      const counts = { revised: 0, added: 0, gone: 0 };
      for (const input of inputs) {
        const [then, now] = [columnsOf(reader, input, asOf), columnsOf(reader, input, undefined)];
        for (const area of new Set([...then, ...now].map((column) => column.area)))
          count(
            then.find((column) => column.area === area),
            now.find((column) => column.area === area),
            counts,
          );
        await turn();
      }
      return counts;
    },
  };
}

function linesOf({ dataset, code }: SeriesKey, { area, days, values }: SeriesColumn): string {
  const start = `${dataset}.${code},${area},`;
  return values.map((value, i) => `${start}${dateText(days[i] as number)},${value}\n`).join('');
}

/** The columns of an input, ordered by area. */
function columnsOf(
  reader: FrozenReader,
  { dataset, code, area }: SeriesKey,
  asOf: string | undefined,
): SeriesColumn[] {
  const areas = area === '' ? undefined : [area];
  const columns = reader.columns({ dataset, codes: [code], areas, ...WHOLE, asOf });
  return columns.toSorted((a, b) => (a.area < b.area ? -1 : 1));
}

function count(then: SeriesColumn | undefined, now: SeriesColumn | undefined, counts: Differences): void {
  const current = new Map(Array.from(now?.days ?? [], (day, i) => [day, now?.values[i]]));
  for (const [i, day] of then?.days.entries() ?? []) {
    const value = current.get(day);
    if (value === undefined) counts.gone += 1;
    else if (value !== then?.values[i]) counts.revised += 1;
    current.delete(day);
  }
  counts.added += current.size;
}
