import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** The message from a second instance to the first. */
export type Visit = { argv: string[]; workingDirectory: string; additionalData: unknown };

const LOCK = 'stand-in.lock';

/** Allows one instance per `userData`: a file names the owner, whose Unix socket takes messages. */
export type InstanceLock = {
  /** Takes the lock, or sends a message to the instance that has it. */
  request(visit: Visit): boolean;
  isHeld(): boolean;
  release(): void;
  /** Resolves when the message to the first instance has been delivered. */
  delivered(): Promise<void>;
};

export function createInstanceLock(folder: () => string, onVisit: (visit: Visit) => void): InstanceLock {
  let server: Server | undefined;
  let delivery: Promise<void> = Promise.resolve();
  const file = (): string => path.join(folder(), LOCK);
  const socket = (): string => path.join(folder(), 'stand-in.sock');

  function listen(): void {
    rmSync(socket(), { force: true });
    // The server allows half-open sockets, because a second instance ends its side after its message.
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

/** @returns whether another running process owns the lock of `folder`. */
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

/** Tries several times, because the owner begins to listen a moment after it has taken the lock. */
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
