import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, Pool, type PoolClient, type QueryConfig, types } from 'pg';
import { Failure, quoted } from '../contract/failure.ts';
import { shellWord } from '../contract/shell.ts';
import { asTeamFailure, isWorthAnotherTry, teamRefused } from './failures.ts';

/** A team database's address, without the password: see `passwordFile`, PGPASSFILE or ~/.pgpass. */
export type TeamAddress = {
  address: string;
  /** Its first line is the password. */
  passwordFile?: string | undefined;
};

/** A value of a column. Numbers are whole and safe; bytes are Buffers. */
export type SqlValue = string | number | bigint | null | Buffer | readonly (string | number | null)[];

/** Queries of the team's database, within a transaction or each by itself. */
export type Queries = {
  /** Bigints come as numbers. No statement gets a name, so that pgbouncer's transaction mode works. */
  query<Row extends object>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  change(sql: string, values?: readonly SqlValue[]): Promise<number>;
};

/** `client` is for COPY. */
export type Transaction = Queries & { client: PoolClient };

export type TeamDatabase = Queries & {
  readonly name: string;
  readonly address: string;
  readonly statementMs: number;
  /** Repeats `work` after a conflict (40001, 40P01). @throws CommitUnknown if the commit got no answer. */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    kind?: TransactionKind,
  ): Promise<Result>;
  /** Waits for running queries. */
  close(): Promise<void>;
};

/** 'write': READ COMMITTED, so a statement that waited sees a row's new value. 'read': one snapshot. */
export type TransactionKind = 'write' | 'read';

const BEGIN: Readonly<Record<TransactionKind, string>> = {
  write: 'BEGIN ISOLATION LEVEL READ COMMITTED',
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
};

/** The commit was sent and no answer came: the database may have stored the transaction or not. */
export class CommitUnknown extends Error {}

const MOST_CONNECTIONS = 8;
const CONNECT_MS = 5000;
const OLDEST_SERVER = 150_000;
const MOST_TRIES = 10;

export type ConnectOptions = TeamAddress & {
  statementMs?: number;
  connections?: number;
};

/** Connects when needed. @throws Failure 'wrong_usage' for a wrong address, or one with a password. */
export function openTeamDatabase({
  address,
  passwordFile,
  statementMs = 30_000,
  connections = MOST_CONNECTIONS,
}: ConnectOptions): TeamDatabase {
  const name = readAddress(address);
  const pool = new Pool({
    Client: AskingClient,
    connectionString: forDriver(address, passwordFile),
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'almanac',
    types: { getTypeParser: numbersOfBigints as typeof types.getTypeParser },
  });
  // A broken idle connection is replaced at the next query.
  pool.on('error', () => undefined);

  const named = (error: unknown) => asTeamFailure(error, { name, address });
  const limited: Limited = (text, values = []) => ({
    text,
    values: [...values],
    query_timeout: statementMs,
  });
  return {
    name,
    address,
    statementMs,
    async query<Row extends object>(sql: string, values: readonly SqlValue[] = []) {
      const { rows } = await pool.query<Row>(limited(sql, values)).catch((error: unknown) => {
        throw named(error);
      });
      return rows;
    },
    async change(sql, values = []) {
      const { rowCount } = await pool.query(limited(sql, values)).catch((error: unknown) => {
        throw named(error);
      });
      return rowCount ?? 0;
    },
    async transaction(work, kind = 'write') {
      for (let tried = 1; ; tried++) {
        try {
          return await oneTransaction(pool, limited, work, kind);
        } catch (error) {
          if (tried === MOST_TRIES || !isWorthAnotherTry(error)) throw named(error);
          // Wait a random time, so that two transactions do not conflict again.
          await sleep(Math.random() * 10 * 2 ** tried);
        }
      }
    },
    close: () => pool.end(),
  };
}

/** Makes a query with a time limit. COPY has none: see `read` and `sendTableChange`. */
type Limited = (text: string, values?: readonly SqlValue[]) => QueryConfig;

async function oneTransaction<Result>(
  pool: Pool,
  limited: Limited,
  work: (transaction: Transaction) => Promise<Result>,
  kind: TransactionKind,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(limited(BEGIN[kind]));
    const result = await work({
      client,
      query: async (sql, values = []) => (await client.query(limited(sql, values))).rows,
      change: async (sql, values = []) => (await client.query(limited(sql, values))).rowCount ?? 0,
    });
    await commit(client, limited, kind);
    return result;
  } catch (error) {
    // A read may still be running, so the connection cannot be used again.
    if (error instanceof CommitUnknown || kind === 'read') broken ??= error as Error;
    else
      await client.query(limited('ROLLBACK')).catch((failed: Error) => {
        broken ??= failed;
      });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function commit(client: PoolClient, limited: Limited, kind: TransactionKind): Promise<void> {
  try {
    await client.query(limited('COMMIT'));
  } catch (error) {
    // With such a code, the database itself says that nothing was stored.
    if (kind === 'read' || isWorthAnotherTry(error)) throw error;
    throw new CommitUnknown('The connection broke while the transaction was committed.', { cause: error });
  }
}

function readAddress(address: string): string {
  const right = 'An address is postgres://user@host:5432/database.';
  const url = URL.parse(address);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new Failure('wrong_usage', `The address of the team's database is not one of PostgreSQL. ${right}`);
  if (url.password !== '' || url.searchParams.has('password'))
    throw new Failure(
      'wrong_usage',
      `The address of the team's database has a password in it, which everyone on this machine can read in the list of processes. Put it into a file: --team-password-file FILE, or a line of ~/.pgpass.`,
    );
  const database = url.pathname.slice(1);
  if (url.hostname === '' && !url.searchParams.has('host'))
    throw new Failure('wrong_usage', `The address of the team's database names no host. ${right}`);
  if (database === '')
    throw new Failure('wrong_usage', `The address of the team's database names no database. ${right}`);
  const user = url.username === '' ? '' : `${decodeURIComponent(url.username)}@`;
  return `${user}${url.host || url.searchParams.get('host')}/${decodeURIComponent(database)}`;
}

/** TLS modes that the driver treats as 'verify-full', with a warning on standard error. */
const CHECKED = ['prefer', 'require', 'verify-ca'];

/** Adds the password, which the driver takes from the address. This address never leaves the process. */
function forDriver(address: string, passwordFile: string | undefined): string {
  const url = new URL(address);
  if (CHECKED.includes(url.searchParams.get('sslmode') ?? '')) url.searchParams.set('sslmode', 'verify-full');
  if (passwordFile !== undefined) url.password = encodeURIComponent(readPassword(passwordFile));
  return url.href;
}

/** Looks for the password when the server asks for it. */
class AskingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    if (!this.password) Object.assign(this, { password: async (asked: DatabaseLogin) => this.#found(asked) });
  }

  #found(asked: DatabaseLogin): string | undefined {
    try {
      return passwordFromPgpass(asked);
    } catch (error) {
      // Otherwise the server, and this process with it, waits a minute for the password.
      void this.end();
      throw error;
    }
  }
}

type DatabaseLogin = { host: string; port: number; database: string; user: string };

/** A field of the password file. A backslash escapes a colon inside it. */
const FIELD = String.raw`((?:\\.|[^:\\])*)`;
const LINE = new RegExp(`^${FIELD}:${FIELD}:${FIELD}:${FIELD}:(.*)$`);
/** Mode bits that must be off. systemd's credentials are files of root that their group may read. */
const forbiddenModeBits = (owner: number) => (owner === 0 ? 0o037 : 0o077);

/** Reads ~/.pgpass, as the driver soon will not. @throws Failure 'team_refused' if others may read it. */
export function passwordFromPgpass(asked: DatabaseLogin): string | undefined {
  const file = process.env.PGPASSFILE || usualFile();
  const text = textOf(file);
  if (text === undefined) return undefined;
  const { mode, uid } = statSync(file);
  if (process.platform !== 'win32' && (mode & forbiddenModeBits(uid)) !== 0)
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

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch (error) {
    throw new Failure(
      'team_refused',
      `The file of the database's password ${file} cannot be read. Its first line is the password; this user must be able to read it.`,
      { file },
      { cause: error },
    );
  }
}

const BIGINT = 20;

/** Parses bigints as numbers: ours are ids, days, counts and versions, all far below 2^53. */
function numbersOfBigints(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === BIGINT ? Number : types.getTypeParser(oid, format as 'text');
}

export async function expectServer(database: TeamDatabase): Promise<void> {
  const [row] = await database.query<{ server_version_num: string }>('SHOW server_version_num');
  const version = Number(row?.server_version_num);
  if (version >= OLDEST_SERVER) return;
  throw teamRefused(
    `${database.name} is PostgreSQL ${Math.floor(version / 10_000)}. A team's Almanac needs PostgreSQL 15 or newer.`,
  );
}
