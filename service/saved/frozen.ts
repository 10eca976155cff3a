import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { dateText, dayNumber } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import type { Frozen, FrozenCheck } from '../contract/saved.ts';
import { findDataset } from '../datasets/index.ts';
import type { Reader, SeriesColumn } from '../store/types.ts';
import { askedInstant, type Input, inputsOf } from './inputs.ts';

export type FrozenReader = Pick<Reader, 'columns' | 'dataVersion' | 'origin' | 'runs'>;

const WHOLE = { from: dayNumber('0001-01-01') as number, to: dayNumber('9999-12-31') as number };
const ATTEMPTS = 3;
/** How many runs are looked at for the newest one: more than a folder has after years of daily refreshes of all datasets. */
const RUNS = 100_000;

/**
 * Freezes what a screen shows: the instant of the newest stored run of its data, and the hash of its published inputs as of then.
 * For a chart of the past (`as_of`) it is that instant. Otherwise it is the run's instant and not the clock's, because a run that is stored a moment later may have begun before the clock's instant.
 * @param address path and search parameters of the screen. @throws Failure 'wrong_usage' where it cannot be frozen, and why.
 */
export async function freeze(reader: FrozenReader, address: string): Promise<Frozen> {
  const inputs = inputsOf(address);
  refuseSample(reader, inputs);
  for (let attempt = 1; ; attempt++) {
    const version = reader.dataVersion();
    const newest = newestRun(reader, inputs);
    const asked = askedInstant(address);
    const isPast = asked !== undefined && asked < newest;
    const instant = isPast ? asked : newest;
    const frozen = await hashed(reader, inputs, instant);
    if (frozen.rows === 0)
      throw new Failure(
        'wrong_usage',
        'Nothing of these series is held here, so there is nothing to freeze.',
      );
    const now = isPast ? frozen : await hashed(reader, inputs, undefined);
    // The data may have changed between the two.
    if (reader.dataVersion() === version && now.sha256 === frozen.sha256)
      return { as_of: instant, sha256: frozen.sha256, rows: frozen.rows };
    if (attempt === ATTEMPTS)
      throw new Failure(
        'wrong_usage',
        'The data kept changing while they were frozen. Wait until the refresh has ended, and freeze again.',
      );
  }
}

/**
 * Compares what was frozen with what is stored: whether the inputs can be rebuilt as they were, and how the current ones differ from them.
 * @throws Failure 'wrong_usage' where the address cannot be frozen.
 */
export async function checkFrozen(
  reader: FrozenReader,
  address: string,
  frozen: Frozen,
): Promise<FrozenCheck> {
  const inputs = inputsOf(address);
  const { sha256 } = await hashed(reader, inputs, frozen.as_of);
  const counts = { revised: 0, added: 0, gone: 0, total: frozen.rows };
  if (sha256 !== frozen.sha256) return { state: 'lost', ...counts };
  for (const input of inputs) {
    const [then, now] = [columnsOf(reader, input, frozen.as_of), columnsOf(reader, input, undefined)];
    for (const area of new Set([...then, ...now].map((column) => column.area)))
      count(
        then.find((column) => column.area === area),
        now.find((column) => column.area === area),
        counts,
      );
    await turn();
  }
  const { revised, added, gone } = counts;
  return { state: revised + added + gone === 0 ? 'same' : 'changed', ...counts };
}

/**
 * @returns the lines whose hash was frozen, so that they can be handed on with it.
 * @throws Failure 'wrong_usage' where they cannot be rebuilt.
 */
export async function frozenLines(reader: FrozenReader, address: string, frozen: Frozen): Promise<string> {
  const parts: string[] = [];
  const { sha256 } = await hashed(reader, inputsOf(address), frozen.as_of, (text) => parts.push(text));
  if (sha256 !== frozen.sha256)
    throw new Failure(
      'wrong_usage',
      'The numbers of this frozen view cannot be rebuilt, because an older back-up was restored. Export it without its data.',
    );
  return parts.join('');
}

/** @param each is called with the lines of each series. */
async function hashed(
  reader: FrozenReader,
  inputs: readonly Input[],
  asOf: string | undefined,
  each?: (text: string) => void,
): Promise<{ sha256: string; rows: number }> {
  const hash = createHash('sha256');
  let rows = 0;
  for (const input of inputs) {
    for (const column of columnsOf(reader, input, asOf)) {
      const text = linesOf(input, column);
      rows += column.days.length;
      hash.update(text);
      each?.(text);
    }
    await turn();
  }
  return { sha256: hash.digest('hex'), rows };
}

function linesOf({ dataset, code }: Input, { area, days, values }: SeriesColumn): string {
  const start = `${dataset}.${code},${area},`;
  return values.map((value, i) => `${start}${dateText(days[i] as number)},${value}\n`).join('');
}

/** The columns of an input, ordered by area. */
function columnsOf(
  reader: FrozenReader,
  { dataset, code, area }: Input,
  asOf: string | undefined,
): SeriesColumn[] {
  const areas = area === '' ? undefined : [area];
  const columns = reader.columns({ dataset, codes: [code], areas, ...WHOLE, asOf });
  return columns.toSorted((a, b) => (a.area < b.area ? -1 : 1));
}

function count(
  then: SeriesColumn | undefined,
  now: SeriesColumn | undefined,
  counts: Pick<FrozenCheck, 'revised' | 'added' | 'gone'>,
): void {
  const current = new Map(Array.from(now?.days ?? [], (day, i) => [day, now?.values[i]]));
  for (const [i, day] of then?.days.entries() ?? []) {
    const value = current.get(day);
    if (value === undefined) counts.gone += 1;
    else if (value !== then?.values[i]) counts.revised += 1;
    current.delete(day);
  }
  counts.added += current.size;
}

/** @throws Failure 'wrong_usage' */
function refuseSample(reader: FrozenReader, inputs: readonly Input[]): void {
  const made = inputs.find(({ dataset }) => reader.origin(dataset) === 'sample');
  if (made)
    throw new Failure(
      'wrong_usage',
      `${findDataset(made.dataset)?.title ?? made.dataset} has sample data, which are made up and never frozen. Import or refresh it first.`,
    );
}

/**
 * @returns when the newest of the stored runs of these data began. With a clock that was set back that is not the last one. Sample data that
 * were replaced are not in the history, so their runs do not count.
 */
function newestRun(reader: FrozenReader, inputs: readonly Input[]): string {
  const datasets = new Set(inputs.map(({ dataset }) => dataset));
  const instants = reader
    .runs(RUNS)
    .flatMap((run) => (datasets.has(run.dataset) && run.kind !== 'sample' ? run.fetchedAt : []));
  return instants.reduce((newest, one) => (one > newest ? one : newest), '0001-01-01T00:00:00.000Z');
}
