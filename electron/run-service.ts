import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '../service/contract/failure.ts';
import { fits } from '../service/contract/fits.ts';
import {
  type KeychainAnswer,
  type KeychainRequest,
  SERVICE_EXITS,
  ServiceMessage,
  type ServiceStart,
  type ShellMessage,
} from '../service/contract/service-channel.ts';
import {
  announceInstance,
  askToOpen,
  type Instance,
  ownProcessStart,
  removeInstance,
  runningInstance,
} from '../service/process/instances.ts';
import type { Child } from './child-process.ts';

/** Times and counts for starting, watching and stopping the service process. */
export type ServiceTimes = LookTimes & {
  /** From the start of the process to its message `listening`. */
  startMs: number;
  /** Pause before each restart in a row after crashes; the last value holds for all further ones. */
  pausesMs: readonly number[];
  /** After the service ran this long, the pauses begin with the first again. */
  wellMs: number;
  /** After this many crashes within `crashWindowMs` the service stays down. */
  crashLimit: number;
  crashWindowMs: number;
  /** From the request to stop until the service is killed. */
  stopMs: number;
};

export const SERVICE_TIMES: ServiceTimes = {
  // A busy machine has needed 29 s, and killing a slow start makes it slower still.
  startMs: 60_000,
  lookMs: 5_000,
  missedLooks: 3,
  pausesMs: [200, 1_000, 4_000, 15_000],
  wellMs: 60_000,
  crashLimit: 5,
  crashWindowMs: 300_000,
  stopMs: 3_000,
};

export type RunOptions = {
  spawn: () => Child<ShellMessage>;
  /** Returns the settings of the next start, without the previous process's ports. */
  settings: () => ServiceStart;
  keychain: {
    ask(request: KeychainRequest, mayPrompt: boolean): Promise<KeychainAnswer>;
    close(): Promise<void>;
  };
  /** Called when the service ended because the user quit in the page. */
  onQuit: () => void;
  /** Called when the service stays down. `message` is for the user, `code` from a Failure or 'crashed'. */
  onFailed: (message: string, code: string) => void;
  /** Gets a line for each event, without secrets. */
  log: (line: string) => void;
  times?: Partial<ServiceTimes>;
};

/** The ports of the service on 127.0.0.1. */
export type ServicePlace = { port: number; pagePort: number };
export type RunState = 'starting' | 'running' | 'starting again' | 'stopped';

export type ServiceRun = ReturnType<typeof superviseService>;

/** The token of the message `listening` lasts five minutes. A token older than this is not used. */
const FRESH_MS = 60_000;
/** How long a stopping service may exceed its deadline before it is killed. */
const KILL_MS = 500;

type End = {
  code: number | null;
  fatal: { code: string; message: string } | undefined;
  /** How long it listened; undefined if it never did. */
  ranMs: number | undefined;
};

/** Runs the service process: restarts it after crashes, kills it if it hangs, gives up after too many. */
export function superviseService(options: RunOptions) {
  const times = { ...SERVICE_TIMES, ...options.times };
  const listeners = new Set<() => void>();
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  let state: RunState = 'stopped';
  let child: Child<ShellMessage> | undefined;
  let place: ServicePlace | undefined;
  let lastPlace: ServicePlace | undefined;
  let token: { text: string; atMs: number } | undefined;
  /** The page of a service that is still starting, and its token, which is used once. */
  let opening: { pagePort: number; token: string } | undefined;
  let controlSecret = '';
  let running: Promise<void> | undefined;

  function change(next: RunState, at: ServicePlace | undefined): void {
    state = next;
    place = at;
    for (const listener of [...listeners]) listener();
  }

  async function keepRunning(): Promise<void> {
    let crashesMs: number[] = [];
    let tries = 0;
    change('starting', undefined);
    while (!isStopped) {
      const { code, fatal, ranMs } = await runOnce();
      if (isStopped) break;
      if (fatal) return fail(fatal.message, fatal.code);
      if (code === SERVICE_EXITS.done) {
        change('stopped', undefined);
        return options.onQuit();
      }
      change('starting again', undefined);
      if (code === SERVICE_EXITS.restart && ranMs !== undefined) continue;
      const now = performance.now();
      crashesMs = [...crashesMs.filter((atMs) => now - atMs < times.crashWindowMs), now];
      if (crashesMs.length >= times.crashLimit) return fail(crashLoopText(crashesMs.length), 'crashed');
      options.log('The data service stopped unexpectedly and is being started again.');
      if (ranMs !== undefined && ranMs >= times.wellMs) tries = 0;
      const pauseMs = times.pausesMs[Math.min(tries, times.pausesMs.length - 1)] ?? 0;
      tries += 1;
      await Promise.race([sleep(pauseMs), stopped.promise]);
    }
    change('stopped', undefined);
  }

  function fail(message: string, code: string): void {
    change('stopped', undefined);
    options.onFailed(message, code);
  }

  const crashLoopText = (crashes: number): string =>
    `The data service stopped ${crashes} times within ${Math.round(times.crashWindowMs / 60_000)} minutes, so it is not started again. Your data is safe.`;

  async function runOnce(): Promise<End> {
    const started = spawnOrEnd();
    const ended = Promise.withResolvers<number | null>();
    let fatal: End['fatal'];
    let listenedMs: number | undefined;
    const kill = (line: string): void => {
      options.log(line);
      started.kill('SIGKILL');
    };
    const late = setTimeout(() => kill('The data service did not start in time.'), times.startMs);
    const over = new AbortController();

    started.onExit((code) => ended.resolve(code));
    started.onMessage((message) => {
      if (!fits(ServiceMessage, message)) return;
      switch (message.t) {
        case 'page':
          opening = message;
          change(state, place);
          break;
        case 'listening':
          clearTimeout(late);
          listenedMs = performance.now();
          token = { text: message.token, atMs: listenedMs };
          lastPlace = { port: message.port, pagePort: message.pagePort };
          change('running', lastPlace);
          void waitUntilHung(message.pagePort, times, over.signal).then((isHung) => {
            if (isHung) kill('The data service does not answer any more.');
          });
          break;
        case 'fatal':
          // A bug may not occur again at the next start, so it counts as a crash.
          if (message.code === 'bug') options.log(message.message);
          else fatal = message;
          setTimeout(() => started.kill('SIGKILL'), times.stopMs).unref();
          break;
        case 'keychain':
          void options.keychain
            .ask(message.request, message.mayPrompt)
            .then((answer) => started.send({ t: 'keychain-answer', id: message.id, answer }));
          break;
        default:
          assertNever(message);
      }
    });
    child = started;
    started.send({ t: 'start', settings: settingsNow() });
    const code = await ended.promise;
    clearTimeout(late);
    over.abort();
    child = undefined;
    opening = undefined;
    return { code, fatal, ranMs: listenedMs === undefined ? undefined : performance.now() - listenedMs };
  }

  /** Treats a process that cannot be spawned as one that ended at once. */
  function spawnOrEnd(): Child<ShellMessage> {
    try {
      return options.spawn();
    } catch (error) {
      options.log(`The data service could not be started: ${String(error)}`);
      return {
        pid: undefined,
        send: () => undefined,
        kill: () => undefined,
        onMessage: () => undefined,
        onExit: (listener) => queueMicrotask(() => listener(null)),
      };
    }
  }

  /** Keeps the previous process's ports, because pages are open and other tools send requests there. */
  function settingsNow(): ServiceStart {
    const settings = options.settings();
    controlSecret = settings.page.controlSecret;
    if (lastPlace === undefined) return settings;
    return {
      ...settings,
      portBefore: lastPlace.port,
      // Any free port, but the same one for the whole run.
      ...(settings.port === 0 && { port: lastPlace.port }),
      page: { ...settings.page, port: lastPlace.pagePort, isPortFixed: true },
    };
  }

  /** Resolves when the service is as far as `isThere` says, or when it is stopped. */
  function when(isThere: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = (): void => {
      if (!isThere() && !isStopped) return;
      listeners.delete(check);
      resolve();
    };
    listeners.add(check);
    check();
    return promise;
  }

  async function newAddress(): Promise<string | undefined> {
    await when(() => place !== undefined);
    if (place === undefined) return undefined;
    const { pagePort } = place;
    const given = token;
    token = undefined;
    if (given && performance.now() - given.atMs < FRESH_MS)
      return `http://127.0.0.1:${pagePort}/#t=${given.text}`;
    return askToOpen({ pagePort, secret: controlSecret });
  }

  return {
    /** Starts the service if it does not run: the first time, and by hand after it has failed. */
    start(): void {
      running ??= keepRunning().finally(() => {
        running = undefined;
      });
    },
    /** Stops the service (by force after `stopMs`) and the keychain, for good. Resolves when both ended. */
    async stop(): Promise<void> {
      isStopped = true;
      stopped.resolve();
      child?.send({ t: 'stop', deadlineMs: times.stopMs });
      const force = setTimeout(() => child?.kill('SIGKILL'), times.stopMs + KILL_MS);
      // Stop both at once: either may hang for seconds, and the app has five seconds for both.
      await Promise.all([running, options.keychain.close()]);
      clearTimeout(force);
    },
    /** The service's ports; undefined while it does not answer. */
    at: (): ServicePlace | undefined => place,
    state: (): RunState => state,
    /** Calls back after each change of `at` or `state`. */
    onChange: (listener: () => void): void => void listeners.add(listener),
    /**
     * Waits for the page's port only: a browser loads the page's files while the service starts, and other
     * answers wait for it. @returns like `address`
     */
    async openingAddress(): Promise<string | undefined> {
      await when(() => opening !== undefined || place !== undefined);
      if (opening === undefined || isStopped) return this.address();
      const { pagePort, token: first } = opening;
      opening = undefined;
      return `http://127.0.0.1:${pagePort}/#t=${first}`;
    },
    /** Waits for the service. @returns a page address with a single-use token; undefined if stopped. */
    async address(view = '/'): Promise<string | undefined> {
      for (;;) {
        const address = await newAddress();
        if (isStopped) return undefined;
        // Undefined: the service ended while it was asked. Ask its next process.
        if (address !== undefined) return new URL(view + new URL(address).hash, address).href;
        await sleep(times.pausesMs[0]);
      }
    },
  };
}

// An import of ‘node:http’ would also load the code of `fetch`: 10 MB in a process that needs little else.
const { get } = process.getBuiltinModule('node:http');

type LookTimes = {
  /** The time between two checks of `/healthz`, and the longest that a check may take. */
  lookMs: number;
  /** This many unanswered checks in a row mean a hang. One may be missed because the computer slept. */
  missedLooks: number;
};

/** Checks regularly whether the service answers. @returns true if it hangs; false if `signal` aborts. */
async function waitUntilHung(
  pagePort: number,
  { lookMs, missedLooks }: LookTimes,
  signal: AbortSignal,
): Promise<boolean> {
  for (let missed = 0; missed < missedLooks; ) {
    await sleep(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return false;
    missed = (await answers(pagePort, lookMs, signal)) ? 0 : missed + 1;
  }
  return !signal.aborted;
}

function answers(port: number, mostMs: number, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const late = AbortSignal.any([signal, AbortSignal.timeout(mostMs)]);
  get({ host: '127.0.0.1', port, path: '/healthz', agent: false, signal: late }, (answer) => {
    answer.resume();
    resolve(true);
  }).once('error', () => resolve(false));
  return promise;
}

/** `secret`: null if this Almanac has no page for browsers. */
type Announced = Pick<Instance, 'kind' | 'dataDir' | 'secret'>;

/** Keeps the runtime file by which other Almanacs find this one. @returns a function that removes it. */
export function announceShell(
  shell: Announced,
  run: Pick<ServiceRun, 'at' | 'onChange'>,
  log: (line: string) => void,
): () => void {
  const startedAt = new Date().toISOString();
  let written: string | undefined;
  let isOver = false;

  function write(): void {
    const place = run.at();
    const ports = {
      pagePort: shell.secret === null ? null : (place?.pagePort ?? null),
      servicePort: place?.port ?? null,
    };
    const isKnown = written !== undefined && (place === undefined || written === JSON.stringify(ports));
    if (isOver || isKnown || !existsSync(shell.dataDir)) return;
    // Until our own service runs, the file may belong to another Almanac whose service runs.
    const other = place === undefined ? runningInstance(shell.dataDir) : undefined;
    if (other && other.pid !== process.pid) return;
    written = JSON.stringify(ports);
    try {
      announceInstance({
        ...shell,
        ...ports,
        pid: process.pid,
        processStart: ownProcessStart(),
        startedAt,
      });
    } catch (error) {
      log(`Other Almanacs will not find this one: ${String(error)}`);
    }
  }

  write();
  run.onChange(write);
  return () => {
    isOver = true;
    removeInstance(shell.dataDir);
  };
}
