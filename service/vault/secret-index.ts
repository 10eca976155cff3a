import { constants, copyFile, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import { assertNever, Failure } from '../contract/failure.ts';
import { writeWholeFile } from '../process/whole-file.ts';

/**
 * The index lists which secrets are stored, and where, without the secrets. It is needed because a keychain
 * answers null both for a locked keyring and for a secret that was never stored.
 */

/** Names a secret: an API key for another tool, the user's key for a publisher, or a key for a team. */
export type SecretName =
  | { kind: 'api-key'; id: string }
  | { kind: 'publisher'; publisher: string }
  | { kind: 'team'; address: string };

const Place = Type.Union([Type.Literal('keychain'), Type.Literal('session'), Type.Literal('file')]);

const Row = Type.Object({
  /** 'api-key:<id>', 'publisher:<name>' or 'team:<address>', as in the keychain. */
  account: Type.String({ pattern: '^(api-key|publisher|team):.' }),
  /** The last four characters of the secret; '' for a short secret, of which they would reveal much. */
  last4: Type.String({ maxLength: 4 }),
  /** UTC, ISO 8601. */
  set_at: Type.String(),
  kept_in: Place,
});
export type SecretRow = Static<typeof Row>;

const Index = Type.Object({
  version: Type.Literal(1),
  /** The place that the user chose, or that took the first key; null before that. */
  kept_in: Type.Union([Place, Type.Null()]),
  secrets: Type.Array(Row),
});
export type SecretIndex = Static<typeof Index>;
export type SecretPlace = Static<typeof Place>;

/** @throws Failure 'vault' if the file is unreadable or damaged, which never counts as empty. */
export async function readIndex(file: string): Promise<SecretIndex> {
  const text = await readPrivateFile(file);
  if (text === undefined) return { version: 1, kept_in: null, secrets: [] };
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw damaged(file, error);
  }
  if (!Value.Check(Index, found)) throw damaged(file);
  return found;
}

/** @throws Failure 'vault' if the file cannot be written. */
export async function writeIndex(file: string, index: SecretIndex): Promise<void> {
  await writePrivateFile(file, `${JSON.stringify(index, null, 2)}\n`);
}

export function withRow(index: SecretIndex, row: SecretRow): SecretIndex {
  return { ...index, secrets: [...withoutRow(index, row.account).secrets, row] };
}

export function withoutRow(index: SecretIndex, account: string): SecretIndex {
  return { ...index, secrets: index.secrets.filter((each) => each.account !== account) };
}

export function accountOf(name: SecretName): string {
  switch (name.kind) {
    case 'api-key':
      return `api-key:${name.id}`;
    case 'publisher':
      return `publisher:${name.publisher}`;
    case 'team':
      return `team:${name.address}`;
    default:
      return assertNever(name);
  }
}

export function nameOf(account: string): SecretName {
  const value = account.slice(account.indexOf(':') + 1);
  if (account.startsWith('api-key:')) return { kind: 'api-key', id: value };
  return account.startsWith('team:')
    ? { kind: 'team', address: value }
    : { kind: 'publisher', publisher: value };
}

/** @returns the characters of a secret that may be shown; none of a short secret */
export function lastFour(secret: string): string {
  return secret.length < 12 ? '' : secret.slice(-4);
}

function damaged(file: string, cause?: unknown): Failure {
  return new Failure(
    'vault',
    `${file} is damaged or was written by a newer Almanac, so it is not known which keys are kept. Put back a copy of it, or remove it to start over.`,
    { file },
    { cause },
  );
}

/** @returns undefined if there is no such file. @throws Failure 'vault' if it cannot be read. */
export async function readPrivateFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return undefined;
    throw new Failure('vault', `${file} cannot be read: ${reasonOf(error)}.`, { file }, { cause: error });
  }
}

/** Replaces a file completely or not at all, readable only by its owner. @throws Failure 'vault' */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    writeWholeFile(file, text);
  } catch (error) {
    throw new Failure('vault', `${file} cannot be written: ${reasonOf(error)}.`, { file }, { cause: error });
  }
}

/**
 * Copies files to names with the date: `vault.2026-11-21.json`. If one of these names is taken, all get the
 * next number: `vault.2026-11-21-2.json`. Missing files are skipped.
 * @throws Failure 'vault' if a file cannot be copied; the other copies are then removed.
 */
export async function copyAside(files: readonly string[], day: string): Promise<void> {
  for (let count = 1; ; count += 1) {
    const made: string[] = [];
    let current = '';
    try {
      for (const file of files) {
        current = file;
        const { dir, name, ext } = path.parse(file);
        const copy = path.join(dir, `${name}.${day}${count === 1 ? '' : `-${count}`}${ext}`);
        if (await copyNew(file, copy)) made.push(copy);
      }
      return;
    } catch (error) {
      for (const copy of made) await rm(copy, { force: true });
      if (isErrno(error) && error.code === 'EEXIST') continue;
      throw new Failure(
        'vault',
        `${current} cannot be put aside: ${reasonOf(error)}.`,
        { file: current },
        { cause: error },
      );
    }
  }
}

/** @returns false if there is no such file. @throws the file system's error; EEXIST if `copy` exists. */
async function copyNew(file: string, copy: string): Promise<boolean> {
  try {
    await copyFile(file, copy, constants.COPYFILE_EXCL);
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return false;
    throw error;
  }
  const handle = await open(copy, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

function reasonOf(error: unknown): string {
  return isErrno(error) ? String(error.code) : String(error);
}
