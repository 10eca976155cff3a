import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Failure, quoted } from '../contract/failure.ts';
import { shellWord } from '../contract/shell.ts';

/** What a password is for, as the driver has read it from the address and the environment. */
export type DatabaseLogin = { host: string; port: number; database: string; user: string };

/** Host, port, database, user and password; a backslash stands before a colon that divides nothing. */
const FIELD = String.raw`((?:\\.|[^:\\])*)`;
const LINE = new RegExp(`^${FIELD}:${FIELD}:${FIELD}:${FIELD}:(.*)$`);
/** systemd gives a service its credentials as files of root that one user more may read; their mode shows that as the group's. */
const OTHERS = (owner: number) => (owner === 0 ? 0o037 : 0o077);

/**
 * Reads PostgreSQL's file of passwords. The driver can do it too: it says on standard error that it will soon not do so any more, and of a
 * file that others may read it uses nothing.
 * @returns the password; `undefined` where the file is absent or has none.
 * @throws Failure 'team_refused' where others may read the file, as `psql` ignores it then.
 */
export function passwordFromPgpass(asked: DatabaseLogin): string | undefined {
  const file = process.env.PGPASSFILE || usualFile();
  const text = textOf(file);
  if (text === undefined) return undefined;
  const { mode, uid } = statSync(file);
  if (process.platform !== 'win32' && (mode & OTHERS(uid)) !== 0)
    throw new Failure(
      'team_refused',
      `Others on this machine may read the passwords in ${quoted(file)}, so it is not used. Close it to them: chmod 600 ${shellWord(file)}`,
      { file },
    );
  const wanted = [asked.host, String(asked.port), asked.database, asked.user];
  for (const line of text.split(/\r?\n/)) {
    const [, ...fields] = (line.startsWith('#') ? null : LINE.exec(line)) ?? [];
    const plain = fields.map((field) => field.replaceAll(/\\(.)/g, '$1'));
    if (fields.length > 0 && wanted.every((value, at) => fields[at] === '*' || plain[at] === value))
      return plain[wanted.length];
  }
  return undefined;
}

function usualFile(): string {
  return process.platform === 'win32'
    ? path.join(process.env.APPDATA ?? '', 'postgresql', 'pgpass.conf')
    : path.join(homedir(), '.pgpass');
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
