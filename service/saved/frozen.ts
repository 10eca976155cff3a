import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { limitProblem } from '../contract/body.ts';
import { Failure } from '../contract/failure.ts';
import { Frozen, type FrozenCheck } from '../contract/saved.ts';
import { findDataset } from '../datasets/index.ts';
import type { Basis, FrozenReader } from './basis.ts';
import { askedInstant, basisOf } from './inputs.ts';

const ATTEMPTS = 3;
/** How many runs are looked at for the newest one: more than a folder has after years of daily refreshes of all datasets. */
const RUNS = 100_000;

/**
 * Freezes what a screen shows: the instant of the newest stored run of its data, and the hash of its published inputs as of then.
 * For a chart of the past (`as_of`) it is that instant. Otherwise it is the run's instant and not the clock's, because a run that is stored a moment later may have begun before the clock's instant.
 * @param address path and search parameters of the screen. @throws Failure 'wrong_usage' where it cannot be frozen, and why.
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
        `Nothing of these ${basis.lists ? 'lists' : 'series'} is held here, so there is nothing to freeze.`,
      );
    const now = isPast ? frozen : await hashed(reader, basis, undefined);
    // The data may have changed between the two.
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

/**
 * Compares what was frozen with what is stored: whether the inputs can be rebuilt as they were, and how the current ones differ from them.
 * @throws Failure 'wrong_usage' where the address cannot be frozen.
 */
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

/**
 * @returns the lines whose hash was frozen, so that they can be handed on with it.
 * @throws Failure 'wrong_usage' where they cannot be rebuilt.
 */
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

/** @param each is called with the lines of each part. */
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

/** @throws Failure 'wrong_usage' */
function refuseSample(reader: FrozenReader, { datasets }: Basis): void {
  const made = datasets.find((id) => reader.origin(id) === 'sample');
  if (made !== undefined)
    throw new Failure(
      'wrong_usage',
      `${findDataset(made)?.title ?? made} has sample data, which are made up and never frozen. Import or refresh it first.`,
    );
}

/**
 * @returns when the newest of the stored runs of these data began. With a clock that was set back that is not the last one. Sample data that
 * were replaced are not in the history, so their runs do not count.
 */
function newestRun(reader: FrozenReader, { datasets }: Basis): string {
  const instants = reader
    .runs(RUNS)
    .flatMap((run) => (datasets.includes(run.dataset) && run.kind !== 'sample' ? run.fetchedAt : []));
  return instants.reduce((newest, one) => (one > newest ? one : newest), '0001-01-01T00:00:00.000Z');
}
