import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { TeamAddress } from '../../service/team/index.ts';

/** A real PostgreSQL on loopback, one for each test file. */
export type TestPostgres = {
  port: number;
  passwordFile: string;
  /** @returns the address of a new database. @param like a database to copy, without connections. */
  freshDatabase(like?: string): Promise<TeamAddress & { passwordFile: string; database: string }>;
  /** Runs a query on a database as its administrator. */
  query<Row extends object>(database: string, sql: string, values?: unknown[]): Promise<Row[]>;
  /** Ends all connections of a database, like a server that crashes. */
  breakConnections(database: string): Promise<void>;
  /** Ends the server at once, without saving; `start` brings it back. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes its folder. */
  end(): Promise<void>;
};

const USER = 'almanac';
const PASSWORD = 'the password of the test’s database';

/** Fast, and small enough for several servers at once. The tests do not check PostgreSQL's own durability. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '16MB',
  max_connections: '60',
  autovacuum: 'off',
  listen_addresses: '127.0.0.1',
  log_min_messages: 'fatal',
};

const BY_DISTRIBUTION = '/usr/lib/postgresql';

/** @returns the folder of the newest server's programs; `undefined` if there is no PostgreSQL 15 or newer. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(BY_DISTRIBUTION) ? readdirSync(BY_DISTRIBUTION).map(Number) : [];
  const newest = versions.filter((version) => version >= 15).sort((a, b) => b - a)[0];
  const folders = [
    ...(newest === undefined ? [] : [path.join(BY_DISTRIBUTION, `${newest}`, 'bin')]),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** @returns a sentence about what tests with a real PostgreSQL lack here; '' if nothing is missing. */
export function missingForPostgres(): string {
  return postgresPrograms() === undefined
    ? 'not on this machine: PostgreSQL 15 or newer (apt-get install postgresql)'
    : '';
}

/** Starts a server with an empty folder. @throws Error if it does not start. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = postgresPrograms();
  if (bin === undefined) throw new Error(missingForPostgres());
  const user = unprivileged();
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-postgres-'));
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o600 });
  if (user) for (const each of [folder, passwordFile]) chownSync(each, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const environment = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', TZ: 'UTC' };
  const asUser = { ...user, cwd: folder, env: environment };
  const empty = emptyFolder(bin, (into) => {
    const init = [
      '-D',
      into,
      '-U',
      USER,
      '--pwfile',
      passwordFile,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '-N',
      // Each server copies this folder: 22 MB instead of 38.
      '--wal-segsize=1',
    ];
    execFileSync(path.join(bin, 'initdb'), [...init, '--no-instructions'], { ...asUser, stdio: 'pipe' });
  });
  execFileSync('cp', ['-R', empty, data], { ...asUser, stdio: 'pipe' });
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function query<Row extends object>(
    database: string,
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const client = new Client({ host: '127.0.0.1', port, user: USER, password: PASSWORD, database });
    try {
      await client.connect();
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function start(): Promise<void> {
    const settings = { ...SETTINGS, port: `${port}`, unix_socket_directories: folder };
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const started = spawn(path.join(bin as string, 'postgres'), ['-D', data, ...words], {
      ...asUser,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let says = '';
    started.stderr.on('data', (chunk: Buffer) => {
      says = `${says}${chunk}`.slice(-2000);
    });
    server = started;
    const until = Date.now() + 30_000;
    while (true) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended: ${says}`);
      try {
        await query('postgres', 'SELECT 1');
        return;
      } catch (error) {
        if (Date.now() > until) throw new Error(`PostgreSQL does not answer: ${says}`, { cause: error });
        await sleep(50);
      }
    }
  }

  async function stop(): Promise<void> {
    const running = server;
    server = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    // SIGQUIT is PostgreSQL's immediate shutdown.
    running.kill('SIGQUIT');
    await ended;
  }

  const lastly = () => void server?.kill('SIGQUIT');
  process.on('exit', lastly);
  await start();
  return {
    port,
    passwordFile,
    query,
    start,
    stop,
    async freshDatabase(like = 'template1') {
      const database = `team_${randomUUID().replaceAll('-', '')}`;
      // Copying files takes a third of the time of copying pages through the log.
      await query('postgres', `CREATE DATABASE ${database} TEMPLATE ${like} STRATEGY FILE_COPY`);
      return { address: `postgres://${USER}@127.0.0.1:${port}/${database}`, passwordFile, database };
    },
    async breakConnections(database) {
      await query('postgres', 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
        database,
      ]);
    },
    async end() {
      await stop();
      process.off('exit', lastly);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes the folder of an empty server once for this machine, because that takes longer than most tests.
 * @param make makes the folder in the given place @returns the folder
 */
function emptyFolder(bin: string, make: (into: string) => void): string {
  const kept = path.join(tmpdir(), `almanac-postgres-empty-${bin.replaceAll(/\W+/g, '-')}`);
  if (existsSync(kept)) return kept;
  const made = `${kept}.${process.pid}`;
  make(made);
  try {
    renameSync(made, kept);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another test file may have made it first.
    if (!existsSync(kept)) throw error;
  }
  return kept;
}

/** PostgreSQL refuses to run as root. @returns another user if this process is root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const of = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: of('-u'), gid: of('-g') };
}

/** @returns a free port of loopback. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}
