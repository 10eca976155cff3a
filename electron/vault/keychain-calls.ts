import { Failure } from '../../service/contract/failure.ts';
import { type CallerEnd, CallOverdue, callerOf, type InputOf } from '../../service/process/rpc.ts';
import {
  KEYCHAIN_CALLS,
  type KeychainAnswer,
  type KeychainCalls,
  type KeychainChild,
} from './keychain-contract.ts';

export type KeychainDeadlines = {
  /** For a call that may have a prompt open, which a person has to answer. */
  promptMs: number;
  /** For a call that has no reason to ask anybody. */
  plainMs: number;
  /** Added for the first call of a process, which has to start and to load keytar, perhaps from a cold disk. */
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
  | KeychainAnswer
  /** Not answered by its deadline; the process was ended. Whether the keychain did it is not known. */
  | { t: 'overdue' }
  /** The process ended before it answered. */
  | { t: 'ended' };

/** Never rejects. */
type CallKeychain = <Name extends keyof KeychainCalls>(
  name: Name,
  input: InputOf<KeychainCalls[Name]>,
  mayPrompt: boolean,
) => Promise<KeychainOutcome>;

export type KeychainCaller = {
  call: CallKeychain;
  /** Ends the process and all calls that are open or wait. */
  close(): Promise<void>;
};

const ended = (): Failure => new Failure('cancelled', 'The keychain process ended before it answered.');

/**
 * Calls into the keychain process, one at a time in the order in which they came. The first call starts the process. It is ended
 * when a call is overdue or refused, and the next call starts a new one.
 */
export function createKeychainCaller(
  spawn: () => KeychainChild,
  deadlines: KeychainDeadlines = KEYCHAIN_DEADLINES,
): KeychainCaller {
  type Running = { child: KeychainChild; isGone: Promise<void>; end: CallerEnd<KeychainCalls> };
  let running: Running | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function start(): Running {
    const child = spawn();
    const gone = Promise.withResolvers<void>();
    const end = callerOf(KEYCHAIN_CALLS, (message) => child.send(message));
    const started: Running = { child, isGone: gone.promise, end };
    child.onMessage((message) => void end.hear(message));
    child.onExit(() => {
      if (running === started) running = undefined;
      gone.resolve();
      end.lose(ended());
    });
    return started;
  }

  const perform: CallKeychain = async (name, input, mayPrompt) => {
    if (isClosed) return { t: 'ended' };
    const startMs = running === undefined ? deadlines.startMs : 0;
    running ??= start();
    const current = running;
    const timeoutMs = startMs + (mayPrompt ? deadlines.promptMs : deadlines.plainMs);
    const outcome = await current.end.call(name, input, { timeoutMs }).catch(outcomeOfError);
    // The process may have been refused because its session has a keyring that was restarted since; a new process gets a new session.
    if (outcome.t === 'overdue' || outcome.t === 'refused') await endProcess(current);
    return outcome;
  };

  async function endProcess({ child, isGone, end }: Running): Promise<void> {
    running = undefined;
    child.kill('SIGTERM');
    end.lose(ended());
    const timer = setTimeout(() => child.kill('SIGKILL'), deadlines.killMs);
    // A process that is stuck in the kernel may outlive even SIGKILL; nobody waits for that.
    const waited = new Promise<void>((resolve) => setTimeout(resolve, 4 * deadlines.killMs).unref());
    await Promise.race([isGone, waited]);
    clearTimeout(timer);
  }

  return {
    call(name, input, mayPrompt) {
      const result = queue.then(() => perform(name, input, mayPrompt));
      queue = result;
      return result;
    },
    async close() {
      isClosed = true;
      if (running) await endProcess(running);
      await queue;
    },
  };
}

/** Errors of `rpc.ts` hold nothing of what was sent. */
function outcomeOfError(error: Error): KeychainOutcome {
  if (error instanceof CallOverdue) return { t: 'overdue' };
  if (error instanceof Failure) return { t: 'ended' };
  return { t: 'refused', message: error.message };
}
