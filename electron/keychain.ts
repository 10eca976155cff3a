import { fits } from '../service/contract/fits.ts';
import { KeychainAnswer, type KeychainRequest } from '../service/contract/service-channel.ts';
import type { Child } from './child-process.ts';

export type KeychainDeadlines = {
  /** For a request that may open a prompt, which the user has to answer. */
  promptMs: number;
  /** For a request that opens no prompt. */
  plainMs: number;
  /** Added for a process's first request: it has to start and load keytar, perhaps from a cold disk. */
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

/** Secrets that the shell keeps for the service, in the system's keychain or in its own memory. */
export type ShellKeychain = ReturnType<typeof openKeychain>;

type Running = {
  child: Child<KeychainRequest>;
  isGone: Promise<void>;
  /** Takes the answer to the request that the process works on. */
  answer: (answer: KeychainAnswer) => void;
};

/**
 * Passes requests to the keychain process, one at a time and in order. The first request starts the process;
 * an overdue or refused request ends it, and the next one starts a new process. Secrets in memory need no
 * process.
 */
export function openKeychain(
  spawn: () => Child<KeychainRequest>,
  options: {
    deadlines?: KeychainDeadlines;
    /** Gets each secret that is written or read, so that the log can mask it. */
    learn?: (secret: string) => void;
  } = {},
) {
  const { deadlines = KEYCHAIN_DEADLINES, learn } = options;
  const memory = new Map<string, string>();
  let running: Running | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function start(): Running {
    const child = spawn();
    const gone = Promise.withResolvers<void>();
    const started: Running = { child, isGone: gone.promise, answer: () => undefined };
    child.onMessage((message) => started.answer(answerIn(message)));
    child.onExit(() => {
      if (running === started) running = undefined;
      gone.resolve();
      started.answer({ t: 'ended' });
    });
    return started;
  }

  async function perform(request: KeychainRequest, mayPrompt: boolean): Promise<KeychainAnswer> {
    if (isClosed) return { t: 'ended' };
    const startMs = running === undefined ? deadlines.startMs : 0;
    running ??= start();
    const current = running;
    const { promise, resolve } = Promise.withResolvers<KeychainAnswer>();
    current.answer = resolve;
    const timeMs = startMs + (mayPrompt ? deadlines.promptMs : deadlines.plainMs);
    const timer = setTimeout(() => resolve({ t: 'overdue' }), timeMs).unref();
    if (request.act === 'write') learn?.(request.secret);
    current.child.send(request);
    const answer = await promise;
    clearTimeout(timer);
    if (request.act === 'read' && answer.t === 'done' && answer.value !== null) learn?.(answer.value);
    // The keyring may have restarted since the process opened its session; a new process gets a new session.
    if (answer.t === 'overdue' || answer.t === 'refused') await endProcess(current);
    return answer;
  }

  function remember(request: KeychainRequest): string | null {
    const { act, account } = request;
    if (act === 'read') return memory.get(account) ?? null;
    if (act === 'remove') memory.delete(account);
    else {
      learn?.(request.secret);
      memory.set(account, request.secret);
    }
    return null;
  }

  async function endProcess({ child, isGone, answer }: Running): Promise<void> {
    running = undefined;
    child.kill('SIGTERM');
    answer({ t: 'ended' });
    const timer = setTimeout(() => child.kill('SIGKILL'), deadlines.killMs);
    // A process that is stuck in the kernel may outlive even SIGKILL: stop waiting for it.
    const waited = new Promise<void>((resolve) => setTimeout(resolve, 4 * deadlines.killMs).unref());
    await Promise.race([isGone, waited]);
    clearTimeout(timer);
  }

  return {
    /** Never rejects. `mayPrompt`: the system may show a prompt, which takes the user time to answer. */
    ask(request: KeychainRequest, mayPrompt: boolean): Promise<KeychainAnswer> {
      if (request.place === 'memory') return Promise.resolve({ t: 'done', value: remember(request) });
      const result = queue.then(() => perform(request, mayPrompt));
      queue = result;
      return result;
    },
    /** Ends the process and all open and waiting requests. */
    async close(): Promise<void> {
      isClosed = true;
      if (running) await endProcess(running);
      await queue;
    },
  };
}

/** Treats an invalid message as a refusal. Does not repeat it, since it may hold a secret. */
function answerIn(message: unknown): KeychainAnswer {
  if (fits(KeychainAnswer, message)) return message;
  return { t: 'refused', message: "The keychain process's answer is not what it should be." };
}
