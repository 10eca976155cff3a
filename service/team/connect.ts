import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, Pool, type PoolClient, type QueryConfig, types } from 'pg';
import { Failure, quoted } from '../contract/failure.ts';
import { shellWord } from '../contract/shell.ts';
import { asTeamFailure, isWorthAnotherTry, teamRefused } from './failures.ts';

/** Where the database of a team is. The password is in neither: it comes from `passwordFile`, PGPASSFILE or ~/.pgpass. */
export type TeamAddress = {
  address: string;
  /** Its first line is the password. */
  passwordFile?: string | undefined;
};

/** A value of a column. Numbers are whole and safe; bytes are Buffers. */
export type SqlValue = string | number | bigint | null | Buffer | readonly (string | number | null)[];

/** Asks questions of the team's database, within a transaction or by itself. */
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
  /** `work` runs again where the transaction met another one (40001, 40P01). @throws CommitUnknown where the commit got no answer. */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    kind?: TransactionKind,
  ): Promise<Result>;
  /** Waits for what runs. */
  close(): Promise<void>;
};

/** 'write' is READ COMMITTED, where a statement that waited for a row sees what the other one wrote; 'read' is one snapshot, read only. */
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

/** Connections are made when they are needed. @throws Failure 'wrong_usage' for a wrong address, or one with a password. */
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
  // An idle connection that breaks is replaced by the next one.
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
          // So that two that met do not meet again.
          await sleep(Math.random() * 10 * 2 ** tried);
        }
      }
    },
    close: () => pool.end(),
  };
}

/** COPY has no limit of time: see `read` and `sendTableChange`. */
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
    // What was being read may not have ended: the connection is of no more use.
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
    // With a code, the database itself has said that nothing was stored.
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

/** Of these the driver checks the certificate as of the last, and warns on standard error that it will not always do so. */
const CHECKED = ['prefer', 'require', 'verify-ca'];

/** The driver takes a password from its address only, where it has one. This address never leaves the process. */
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
      // Otherwise the server waits a minute for it, and this process with it.
      void this.end();
      throw error;
    }
  }
}

type DatabaseLogin = { host: string; port: number; database: string; user: string };

/** A backslash stands before a colon that divides nothing. */
const FIELD = String.raw`((?:\\.|[^:\\])*)`;
const LINE = new RegExp(`^${FIELD}:${FIELD}:${FIELD}:${FIELD}:(.*)$`);
/** systemd gives a service its credentials as files of root that one user more may read; their mode shows that as the group's. */
const forbiddenModeBits = (owner: number) => (owner === 0 ? 0o037 : 0o077);

/** Reads PostgreSQL's file of passwords, as the driver soon no longer does. @throws Failure 'team_refused' where others may read it. */
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

/** PostgreSQL's driver gives bigints as texts; ours are ids, days, counts and versions, all far below 2^53. */
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
