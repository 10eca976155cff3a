import type { KeychainChild, KeychainReply, KeychainTask } from './keychain-messages.ts';

export type KeychainDeadlines = {
  /** For a call that may have a prompt open, which a person has to answer. */
  promptMs: number;
  /** For a call that has no reason to ask anybody. */
  plainMs: number;
  /** More for the first call of a process, which has to be started and to load keytar, on a cold disk maybe. */
  startMs: number;
  /** From SIGTERM to SIGKILL. */
  killMs: number;
};

export const KEYCHAIN_DEADLINES: KeychainDeadlines = {
  promptMs: 60_000,
  plainMs: 5_000,
  startMs: 10_000,
  killMs: 500,
};

export type KeychainOutcome =
  | { t: 'done'; value: string | null }
  | { t: 'unavailable'; message: string }
  | { t: 'refused'; message: string }
  /** Not answered by its deadline; the process was ended. Whether the keychain did it is not known. */
  | { t: 'overdue' }
  /** The process ended before it answered. */
  | { t: 'ended' };

export type KeychainCalls = {
  /** Never rejects. */
  call(task: KeychainTask, mayPrompt: boolean): Promise<KeychainOutcome>;
  /** Ends the process, and what waits for it. */
  close(): Promise<void>;
};

/**
 * Calls into the keychain process, one at a time in the order they came. The process is started with the first one, ended
 * when one is overdue or refused, and started anew with the next.
 */
export function createKeychainCalls(
  spawn: () => KeychainChild,
  deadlines: KeychainDeadlines = KEYCHAIN_DEADLINES,
): KeychainCalls {
  type Running = { child: KeychainChild; isGone: Promise<void>; hear: (outcome: KeychainOutcome) => void };
  let running: Running | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let calls = 0;
  let isClosed = false;

  function start(): Running {
    const child = spawn();
    const gone = Promise.withResolvers<void>();
    const started: Running = { child, isGone: gone.promise, hear: () => undefined };
    child.onMessage((reply) => {
      if (reply.id === calls) started.hear(outcomeOf(reply));
    });
    child.onExit(() => {
      if (running === started) running = undefined;
      gone.resolve();
      started.hear({ t: 'ended' });
    });
    return started;
  }

  async function perform(task: KeychainTask, mayPrompt: boolean): Promise<KeychainOutcome> {
    if (isClosed) return { t: 'ended' };
    const startMs = running === undefined ? deadlines.startMs : 0;
    running ??= start();
    const current = running;
    calls += 1;
    const { promise, resolve } = Promise.withResolvers<KeychainOutcome>();
    current.hear = resolve;
    const allowedMs = startMs + (mayPrompt ? deadlines.promptMs : deadlines.plainMs);
    const timer = setTimeout(() => resolve({ t: 'overdue' }), allowedMs);
    current.child.send({ id: calls, ...task });
    const outcome = await promise;
    clearTimeout(timer);
    // A refusal may come from a session with a keyring that has been started again since; a new process has none.
    if (outcome.t === 'overdue' || outcome.t === 'refused') await end(current);
    return outcome;
  }

  async function end({ child, isGone, hear }: Running): Promise<void> {
    running = undefined;
    child.kill('SIGTERM');
    hear({ t: 'ended' });
    const timer = setTimeout(() => child.kill('SIGKILL'), deadlines.killMs);
    // A process in the kernel's hands may outlive even SIGKILL; nobody waits for that.
    const waited = new Promise<void>((resolve) => setTimeout(resolve, 4 * deadlines.killMs).unref());
    await Promise.race([isGone, waited]);
    clearTimeout(timer);
  }

  return {
    call(task, mayPrompt) {
      const result = queue.then(() => perform(task, mayPrompt));
      queue = result.catch(() => undefined);
      return result;
    },
    async close() {
      isClosed = true;
      if (running) await end(running);
      await queue;
    },
  };
}

function outcomeOf({ id, ...outcome }: KeychainReply): KeychainOutcome {
  return outcome;
}
