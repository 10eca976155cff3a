import { statSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE } from '../contract/names.ts';
import type { Truth } from '../store/copy/index.ts';
import type { Reader } from '../store/index.ts';
import type { TeamAddress, TeamDatabase } from '../team/index.ts';
import type { Work } from '../work/index.ts';
import { type Given, wrong } from './command.ts';
import { printToStderr } from './output.ts';

/** Opens the data that a command line names: a folder's, or a team's database. */

/** Calls `use` with a reader of the data folder, or `undefined` if it has no data. Creates no files. */
export async function withData<Result>(
  given: Given,
  use: (reader: Reader | undefined, dataDir: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = given.dataDir();
  if (!holdsFile(dataDir, DATA_FILE)) return use(undefined, dataDir);
  const [{ openReader }, { withSpreads }] = await Promise.all([
    import('../store/index.ts'),
    import('../derived/index.ts'),
  ]);
  const reader = withSpreads(openReader(dataDir));
  try {
    if (reader.isCopy()) printToStderr(`${dataDir} cannot be written: its data are only read.`);
    return await use(reader, dataDir);
  } finally {
    reader.close();
  }
}

/** Like `withData`, for a folder with data. @throws Failure 'folder_unusable' if it has none. */
export async function withHeldData(
  given: Given,
  use: (reader: Reader, dataDir: string) => Promise<void>,
): Promise<void> {
  await withData(given, async (reader, dataDir) => {
    if (reader) return use(reader, dataDir);
    const advice = 'import a file or start the service first';
    throw new Failure('folder_unusable', `${dataDir} holds no data: ${advice}.`);
  });
}

/** Calls `use` with a data folder's saved work; makes the folder and its file if they are missing. */
export async function withWork<Result>(dataDir: string, use: (work: Work) => Result): Promise<Result> {
  const { openWork } = await import('../work/index.ts');
  const work = openWork(dataDir, { now: () => new Date() });
  try {
    return use(work);
  } finally {
    work.close();
  }
}

/** @returns whether a data folder has the file. @throws Failure 'folder_unusable' if it is no folder. */
export function holdsFile(dataDir: string, name: string): boolean {
  try {
    statSync(path.join(dataDir, name));
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    if (code === 'ENOENT') return false;
    const folder = dataDir.length > 200 ? `${dataDir.slice(0, 200)}…` : dataDir;
    const why = `The data folder ${folder} ${UNUSABLE_REASONS[code] ?? `cannot be read (${code})`}.`;
    throw new Failure('folder_unusable', `${why} Name a folder with --data-dir.`, {}, { cause: error });
  }
}

/** The ends of sentences about the folder. */
const UNUSABLE_REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: 'is not a folder: a file has this name or is in its path',
  EACCES: 'may not be read by this user',
  ENAMETOOLONG: 'has too long a name',
};

/** @returns the address in `--team`; `undefined` without it. @throws Failure 'wrong_usage'. */
export function teamAddress(given: Given): TeamAddress | undefined {
  const address = given.text('team');
  const passwordFile = given.text('team-password-file');
  if (address !== undefined) return { address, passwordFile };
  if (passwordFile === undefined) return undefined;
  throw wrong('--team-password-file goes with --team ADDRESS.');
}

/** The publisher's name for this command line: `user@computer`. */
export function publisherHere(): { node: string; who: string; now: () => Date } {
  return {
    node: `${hostname()} (command line)`,
    who: `${userInfo().username}@${hostname()}`,
    now: () => new Date(),
  };
}

/** Opens a team's database while `use` runs. @throws Failure of the database or of `use`. */
export async function withTeam<Result>(
  address: TeamAddress,
  use: (database: TeamDatabase, room: typeof import('../team/index.ts')) => Promise<Result>,
): Promise<Result> {
  const room = await import('../team/index.ts');
  const database = room.openTeamDatabase(address);
  try {
    return await use(database, room);
  } finally {
    await database.close();
  }
}

/**
 * Runs `use` with the truth of the team in `--team`, after bringing the folder's copy up to date; without a
 * team, with `undefined`.
 */
export async function withTruth(
  given: Given,
  use: (dataDir: string, truth: Truth | undefined) => Promise<void>,
): Promise<void> {
  const dataDir = given.dataDir();
  const address = teamAddress(given);
  if (!address) return await use(dataDir, undefined);
  await withTeam(address, async (database, { awaitTeam, openTruth }) => {
    await awaitTeam(database, printToStderr);
    const truth = openTruth(database, dataDir, publisherHere(), printToStderr);
    await truth.catchUp();
    await use(dataDir, truth);
  });
}
