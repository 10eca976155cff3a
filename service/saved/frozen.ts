import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { dateText, dayNumber, instantText } from '../calendar/dates.ts';
import { latestDayText } from '../calendar/today.ts';
import { limitProblem } from '../contract/body.ts';
import { Failure, quoted } from '../contract/failure.ts';
import { Frozen, type FrozenCheck } from '../contract/saved.ts';
import { CONSTITUENTS } from '../datasets/constituents/definition.ts';
import { findDataset, findSeries } from '../datasets/index.ts';
import { STATE_CLAIMS, UI_STATE_WEEKLY_CLAIMS } from '../datasets/ui_state_weekly_claims/definition.ts';
import { YIELDS } from '../datasets/yields/definition.ts';
import { byIdentity, type Constituent } from '../series-math/members.ts';
import { csvCell } from '../series-math/spreadsheet-cells.ts';
import type { Reader, SeriesColumn, SeriesKey } from '../store/index.ts';
import { neededSeries, pickViewSearch, readView, type View } from '../view/index.ts';

const ATTEMPTS = 3;
/** The most runs to search for the newest one: more than years of daily refreshes of all datasets make. */
const RUNS = 100_000;

/**
 * Freezes the view of an address as of its newest stored run. The present instant would not do: a run that
 * began before it may be stored later. A chart of the past is frozen as of its own instant.
 * @throws Failure 'wrong_usage' if the view cannot be frozen.
 */
export async function freeze(reader: FrozenReader, address: string): Promise<Frozen> {
  const basis = basisOf(address);
  refuseSample(reader, basis);
  for (let attempt = 1; ; attempt++) {
    const version = reader.dataVersion();
    const newest = newestRun(reader, basis);
    const asked = askedInstant(address);
    const isPast = asked !== undefined && asked < newest;
    const instant = isPast ? asked : newest;
    const frozen = await hashed(reader, basis, instant);
    if (frozen.rows === 0)
      throw new Failure(
        'wrong_usage',
        `Nothing of these ${basis.lists ? 'lists' : 'series'} is stored here, so there is nothing to freeze.`,
      );
    const now = isPast ? frozen : await hashed(reader, basis, undefined);
    // The data may have changed between the two reads.
    if (reader.dataVersion() === version && now.sha256 === frozen.sha256) {
      const made = { as_of: instant, ...frozen, ...(basis.lists && { lists: basis.lists(reader, instant) }) };
      const problem = limitProblem(Frozen, made);
      if (problem !== undefined) throw new Failure('wrong_usage', `This cannot be frozen: ${problem}`);
      return made;
    }
    if (attempt === ATTEMPTS)
      throw new Failure(
        'wrong_usage',
        'The data kept changing while they were frozen. Wait until the refresh has ended, and freeze again.',
      );
  }
}

/** @throws Failure 'wrong_usage' if the address cannot be frozen. */
export async function checkFrozen(
  reader: FrozenReader,
  address: string,
  frozen: Frozen,
): Promise<FrozenCheck> {
  const basis = basisOf(address);
  const { sha256, rows } = await hashed(reader, basis, frozen.as_of);
  if (sha256 !== frozen.sha256) return { state: 'lost', revised: 0, added: 0, gone: 0, total: frozen.rows };
  const found = await basis.differences(reader, frozen.as_of);
  const isSame = found.revised + found.added + found.gone + (found.lists?.added ?? 0) === 0;
  return { state: isSame ? 'same' : 'changed', ...found, total: rows };
}

/** @returns the lines whose hash was frozen. @throws Failure 'wrong_usage' if they cannot be rebuilt. */
export async function frozenLines(reader: FrozenReader, address: string, frozen: Frozen): Promise<string> {
  const parts: string[] = [];
  const { sha256 } = await hashed(reader, basisOf(address), frozen.as_of, (text) => parts.push(text));
  if (sha256 !== frozen.sha256)
    throw new Failure(
      'wrong_usage',
      'The numbers of this frozen view cannot be rebuilt, because an older back-up was restored. Export it without its data.',
    );
  return parts.join('');
}

async function hashed(
  reader: FrozenReader,
  basis: Basis,
  asOf: string | undefined,
  each?: (text: string) => void,
): Promise<{ sha256: string; rows: number }> {
  const hash = createHash('sha256');
  let rows = 0;
  for (const part of basis.parts(reader, asOf)) {
    rows += part.rows;
    hash.update(part.text);
    each?.(part.text);
    await turn();
  }
  return { sha256: hash.digest('hex'), rows };
}

function refuseSample(reader: FrozenReader, { datasets }: Basis): void {
  const made = datasets.find((id) => reader.origin(id) === 'sample');
  if (made !== undefined)
    throw new Failure(
      'wrong_usage',
      `${findDataset(made)?.title ?? made} has sample data, which are made up and never frozen. Import or refresh it first.`,
    );
}

/** @returns when the newest run of these data began. After a clock was set back, it is not the last run. */
function newestRun(reader: FrozenReader, { datasets }: Basis): string {
  const instants = reader
    .runs(RUNS)
    .flatMap((run) => (datasets.includes(run.dataset) && run.kind !== 'sample' ? run.fetchedAt : []));
  return instants.reduce((newest, one) => (one > newest ? one : newest), '0001-01-01T00:00:00.000Z');
}

/** @param address path and search parameters. @throws Failure 'wrong_usage' as `inputsOf`. */
function basisOf(address: string): Basis {
  const { pathname, searchParams } = new URL(address, 'http://almanac.invalid');
  return pathname === '/constituents'
    ? listBasis(Object.fromEntries(searchParams))
    : seriesBasis(inputsOf(address));
}

/**
 * @returns the published series behind a view, each once, ordered by dataset, code and area. Each is taken
 * whole, because a change from a year ago needs more than the days shown.
 * @throws Failure 'wrong_usage' if the address has none.
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
function askedInstant(address: string): string | undefined {
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

/** @returns the input itself, or the two series from which Almanac computes it. */
function published(input: SeriesKey): SeriesKey[] {
  const spread = findSeries(input.dataset, input.code)?.spread;
  return spread ? [spread.long, spread.short].map((code) => ({ ...input, code })) : [input];
}

function keyOf({ dataset, code, area }: SeriesKey): string {
  return `${dataset}.${code} ${area}`;
}

type Search = Readonly<Record<string, string>>;
/** A list on a screen. `slot`: its role there ('date', 'vs', …), whatever its day. */
type ShownList = { slot: string; code: string; date: string; members(): Constituent[] };

/** The lists at an address of Constituents; without a date, the newest. Lines are CSV (RFC 4180). */
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

/** @returns the lists that an address shows, as known at an instant; the screen's main list comes first. */
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

function eachOnce(lists: readonly ShownList[]): ShownList[] {
  const words = new Map(lists.map((list) => [`${list.code} ${list.date}`, list]));
  return [...words.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, list]) => list);
}

function lineOf({ code, date }: ShownList, { ticker, name, sector, weight }: Constituent): string {
  const cells = [`${CONSTITUENTS.id}.${code}`, date, ticker, name, sector, weight];
  return `${cells.map((cell) => csvCell(cell)).join(',')}\n`;
}

/** Matches members by identity. `revised` counts changed members; `reweighted` only changed weights. */
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

function isReplaced(reader: FrozenReader, list: ShownList): boolean {
  const now = reader.constituentLists(list.code).find(({ day }) => dateText(day) === list.date);
  const linesOf = (members: readonly Constituent[]) => members.map((member) => lineOf(list, member)).join('');
  return now === undefined || linesOf(now.members()) !== linesOf(list.members());
}

const WHOLE = { from: dayNumber('0001-01-01') as number, to: dayNumber('9999-12-31') as number };

/** @param inputs ordered; `area` '' stands for all states. A line is `series,area,date,value`. */
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

export type FrozenReader = Pick<
  Reader,
  'columns' | 'constituentCodes' | 'constituentLists' | 'dataVersion' | 'origin' | 'runs'
>;

/** Counts of frozen values or members that differ now. */
type Differences = Omit<FrozenCheck, 'state' | 'total'>;

/** The published data behind a view, and their comparison. `asOf`: an instant; absent: now. */
type Basis = {
  readonly datasets: readonly string[];
  /** The lines to hash, in parts, with the number of lines in each. */
  parts(reader: FrozenReader, asOf?: string): Iterable<{ text: string; rows: number }>;
  differences(reader: FrozenReader, asOf: string): Promise<Differences>;
  /** The lists of members that are shown, the first one first: 'SPY@2025-02-07'; absent if there are none. */
  lists?(reader: FrozenReader, asOf: string): string[];
};
