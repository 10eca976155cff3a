import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import { assertNever, Failure } from '../contract/failure.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

/**
 * The index: which secrets are kept, and where. It holds none of them. It is needed because a keychain answers null both for a locked
 * keyring and for a secret that was never kept.
 */

/** Names a secret: an API key that Almanac made for another tool, the user's key of a publisher, or that of a team's Almanac. */
export type SecretName =
  | { kind: 'api-key'; id: string }
  | { kind: 'publisher'; publisher: string }
  | { kind: 'team'; address: string };

const Place = Type.Union([Type.Literal('keychain'), Type.Literal('session'), Type.Literal('file')]);

const Row = Type.Object({
  /** 'api-key:<id>', 'publisher:<name>' or 'team:<address>', as in the keychain. */
  account: Type.String({ pattern: '^(api-key|publisher|team):.' }),
  /** The last four characters of the secret; empty for a short secret, of which they would give much away. */
  last4: Type.String({ maxLength: 4 }),
  /** UTC, ISO 8601. */
  set_at: Type.String(),
  kept_in: Place,
});
export type SecretRow = Static<typeof Row>;

const Index = Type.Object({
  version: Type.Literal(1),
  /** The user's choice, or the place that took the first key; null before either. */
  kept_in: Type.Union([Place, Type.Null()]),
  secrets: Type.Array(Row),
});
export type SecretIndex = Static<typeof Index>;
export type SecretPlace = Static<typeof Place>;

/** @throws Failure 'vault' where the file cannot be read or is damaged; it is never taken as empty then. */
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

/** @throws Failure 'vault' where it cannot be written. */
export async function writeIndex(file: string, index: SecretIndex): Promise<void> {
  await writePrivateFile(file, `${JSON.stringify(index, null, 2)}\n`);
}

/** @returns the index with this row, which replaces the one of the same account */
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

/** @returns what may be shown of a secret; nothing of a short one */
export function lastFour(secret: string): string {
  return secret.length < 12 ? '' : secret.slice(-4);
}

function damaged(file: string, cause?: unknown): Failure {
  return new Failure(
    'vault',
    `${file} is damaged or was written by a newer Almanac, so it is not known which keys are kept. Put back a copy of it, or remove it to begin anew.`,
    { file },
    { cause },
  );
}
