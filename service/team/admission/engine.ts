import { Failure } from '../../contract/failure.ts';
import type { SqlValue, TeamDatabase } from '../connect.ts';
import { isWorthAnotherTry } from '../failures.ts';
import { TRY_COUNTING } from './statements.ts';

/** Queries that requests wait for. Once the database does not answer one, all open and later ones fail. */
export type Engine = {
  /** Runs one statement as its own transaction. @throws EngineAway if the database does not answer. */
  ask<Row extends object>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  isAway(): boolean;
  /** Milliseconds since the database stopped answering; 0 while it answers. */
  awayMs(): number;
  close(): void;
};

/** The database is unreachable, starting, stopping or read-only, or does not let this node count. */
export class EngineAway extends Error {}

export type EngineOptions = {
  log: (line: string) => void;
  /** At most the number of connections of `database`. */
  connections?: number;
  answerMs?: number;
  probeMs?: number;
  /** After this time without queries, a check shows whether the database is still there. */
  idleMs?: number;
};

/** How long a query may take, including the wait for a connection. */
export const ANSWER_MS = 2000;
/** Connections for counting; a node's others are for publishing, following and the rest. */
export const CONNECTIONS = 2;
/** How often to try a database that is away. */
const PROBE_MS = 250;
const IDLE_MS = 1000;
/** How often to repeat a statement that conflicted with another one. */
const REPEATS = 3;

/** @param database used for nothing else; the caller closes it. */
export function openEngine(database: TeamDatabase, options: EngineOptions): Engine {
  const {
    log,
    connections = CONNECTIONS,
    answerMs = ANSWER_MS,
    probeMs = PROBE_MS,
    idleMs = IDLE_MS,
  } = options;
  /** Functions that end the open queries early. */
  const open = new Set<(error: EngineAway) => void>();
  /** Queries that wait for a connection. A query that was given up is never sent, and so not counted. */
  const queue = new Set<() => void>();
  let sent = 0;
  let awaySince: number | undefined;
  let probe: NodeJS.Timeout | undefined;
  let isClosed = false;
  let askedMs = performance.now();
  const idle = setInterval(() => {
    if (awaySince === undefined && performance.now() - askedMs >= idleMs)
      ask('SELECT 1').catch(() => undefined);
  }, idleMs).unref();

  function leave(away: EngineAway): EngineAway {
    if (awaySince === undefined && !isClosed) {
      awaySince = performance.now();
      log(`${away.message} Until it answers, this node answers what it can.`);
      probe = setTimeout(look, 0).unref();
    }
    for (const end of open) end(away);
    return away;
  }

  async function look(): Promise<void> {
    try {
      // End this state only once counting works: otherwise a key would get its share again and again.
      await inTime(TRY_COUNTING);
      const seconds = Math.round((performance.now() - (awaySince ?? 0)) / 1000);
      awaySince = undefined;
      log(`The team's database answers again, after ${seconds} s.`);
    } catch {
      // Whatever the reason, try until the database answers.
      if (!isClosed) probe = setTimeout(look, probeMs).unref();
    }
  }

  function inTime<Row extends object>(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const leaveQueue = (): void => {
        clearTimeout(timer);
        open.delete(end);
        queue.delete(send);
      };
      const end = (error: EngineAway): void => {
        leaveQueue();
        reject(error);
      };
      const send = (): void => {
        queue.delete(send);
        sent += 1;
        database
          .query<Row>(sql, values)
          .finally(() => {
            sent -= 1;
            leaveQueue();
            sendNext();
          })
          .then(resolve, reject);
      };
      const late = () => end(new EngineAway(`${database.name} did not answer within ${answerMs} ms.`));
      const timer = setTimeout(late, answerMs);
      open.add(end);
      queue.add(send);
      sendNext();
    });
  }

  function sendNext(): void {
    for (const send of queue) {
      if (sent >= connections) return;
      send();
    }
  }

  async function ask<Row extends object>(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    for (let left = REPEATS; ; left--) {
      if (awaySince !== undefined) throw new EngineAway(`${database.name} does not answer.`);
      askedMs = performance.now();
      try {
        return await inTime<Row>(sql, values);
      } catch (error) {
        if (error instanceof EngineAway) throw leave(error);
        if (error instanceof Failure) throw leave(new EngineAway(error.message, { cause: error }));
        if (!isWorthAnotherTry(error) || left === 0) throw error;
      }
    }
  }

  return {
    ask,
    isAway: () => awaySince !== undefined,
    awayMs: () => (awaySince === undefined ? 0 : performance.now() - awaySince),
    close() {
      isClosed = true;
      clearTimeout(probe);
      clearInterval(idle);
      for (const end of open) end(new EngineAway('The service is being stopped.'));
    },
  };
}
