import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** What a second instance tells the first. */
export type Visit = { argv: string[]; workingDirectory: string; additionalData: unknown };

const LOCK = 'stand-in.lock';

/** One instance per `userData`: a file says whose it is, a Unix socket beside it takes the visits of the others. */
export type InstanceLock = {
  /** Takes the lock, or tells the one who has it of this start. */
  request(visit: Visit): boolean;
  isHeld(): boolean;
  release(): void;
  /** Resolves when a visit that was made has been delivered. */
  delivered(): Promise<void>;
};

export function createInstanceLock(folder: () => string, onVisit: (visit: Visit) => void): InstanceLock {
  let server: Server | undefined;
  let delivery: Promise<void> = Promise.resolve();
  const file = (): string => path.join(folder(), LOCK);
  const socket = (): string => path.join(folder(), 'stand-in.sock');

  function listen(): void {
    rmSync(socket(), { force: true });
    // The first has to be asked to end before it may be gone: half open, since a visitor ends its side when it is done.
    server = createServer({ allowHalfOpen: true }, (visitor) => {
      const parts: Buffer[] = [];
      visitor.on('data', (part: Buffer) => parts.push(part));
      visitor.on('end', () => {
        visitor.end();
        onVisit(deserialize(Buffer.concat(parts)) as Visit);
      });
    }).listen(socket());
    server.unref();
  }

  return {
    request(visit) {
      if (server) return true;
      mkdirSync(folder(), { recursive: true });
      if (take(file())) {
        listen();
        return true;
      }
      delivery = deliver(socket(), serialize(visit));
      return false;
    },
    isHeld: () => server !== undefined,
    release() {
      if (!server) return;
      server.close();
      server = undefined;
      rmSync(socket(), { force: true });
      rmSync(file(), { force: true });
    },
    delivered: () => delivery,
  };
}

/** @returns whether another process that runs has the lock of `folder`. */
export function isLocked(folder: string): boolean {
  try {
    return isRunning(Number(readFileSync(path.join(folder, LOCK), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isRunning(Number(readFileSync(file, 'utf8')))) return false;
    rmSync(file, { force: true });
    return take(file);
  }
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The owner listens a moment after it has taken the lock. */
async function deliver(address: string, bytes: Buffer): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isTaken = await new Promise<boolean>((resolve) => {
      const visitor = connect(address);
      visitor.once('error', () => resolve(false));
      visitor.once('connect', () => visitor.end(bytes));
      visitor.once('close', (hadError) => resolve(!hadError));
      visitor.resume();
    });
    if (isTaken) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The first instance does not take visits.');
}
