import { parentPort } from 'node:worker_threads';
import { Failure, type FailureCode, stackOf } from '../contract/failure.ts';

/** A table of calls from the main thread to a worker thread. Both run our own code, so nothing is checked. */
export type ThreadCalls<Table> = {
  [Name in keyof Table]: { input: unknown; output: unknown; progress?: unknown };
};

type CallMessage =
  | { t: 'call'; id: number; name: string; input: unknown }
  /** Asks to end a call soon, with the failure 'cancelled'. No effect if the call has ended. */
  | { t: 'cancel'; id: number };
/** A failure as plain data, because messages drop an Error's class and fields. 'bug': not a Failure. */
type PlainFailure = { code: FailureCode | 'bug'; message: string; at?: Failure['at'] };
type AnswerMessage =
  | { t: 'progress'; id: number; progress: unknown }
  | { t: 'done'; id: number; output: unknown }
  | { t: 'failed'; id: number; failure: PlainFailure };

type Caller<Table extends ThreadCalls<Table>> = <Name extends keyof Table & string>(
  name: Name,
  input: Table[Name]['input'],
  options?: {
    /** Aborting asks the thread to stop early; the promise still waits for its answer. */
    signal?: AbortSignal | undefined;
    onProgress?: ((progress: NonNullable<Table[Name]['progress']>) => void) | undefined;
  },
) => Promise<Table[Name]['output']>;

/** The main thread's end of the calls. */
export type CallerEnd<Table extends ThreadCalls<Table>> = {
  /** @throws Failure of the thread; Error for a bug there, with its whole stack as the message. */
  call: Caller<Table>;
  /** Handles a message of the thread. */
  receive(message: unknown): void;
  /** Call it when the thread has ended: all open calls reject with `why`. */
  lose(why: Error): void;
};

type OpenCall = {
  resolve: (output: never) => void;
  reject: (error: Error) => void;
  onProgress: ((progress: never) => void) | undefined;
};

/** @param send sends a message to the thread */
export function callerOf<Table extends ThreadCalls<Table>>(
  send: (message: CallMessage) => void,
): CallerEnd<Table> {
  const open = new Map<number, OpenCall>();
  let lastId = 0;
  return {
    call(name, input, { signal, onProgress } = {}) {
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<Table[typeof name]['output']>();
      open.set(id, { resolve, reject, onProgress });
      const cancel = (): void => send({ t: 'cancel', id });
      send({ t: 'call', id, name, input });
      if (signal?.aborted) cancel();
      else signal?.addEventListener('abort', cancel);
      return promise.finally(() => {
        open.delete(id);
        signal?.removeEventListener('abort', cancel);
      });
    },
    receive(message) {
      const answer = message as AnswerMessage;
      const waiting = open.get(answer.id);
      if (answer.t === 'progress') waiting?.onProgress?.(answer.progress as never);
      else if (answer.t === 'done') waiting?.resolve(answer.output as never);
      else waiting?.reject(errorOf(answer.failure));
    },
    lose(why) {
      for (const { reject } of open.values()) reject(why);
    },
  };
}

const errorOf = ({ code, message, at }: PlainFailure): Error =>
  code === 'bug' ? new Error(message) : new Failure(code, message, at);

/** Context of long work: it ends early when the signal is aborted, and reports its progress. */
export type JobContext<Progress> = { signal: AbortSignal; onProgress: (progress: Progress) => void };

/** A handler for each call. A missing handler, or one with another input or output, does not compile. */
export type ThreadHandlers<Table extends ThreadCalls<Table>> = {
  [Name in keyof Table]: (
    input: Table[Name]['input'],
    context: JobContext<NonNullable<Table[Name]['progress']>>,
  ) => Promise<Table[Name]['output']>;
};

/** Answers the calls that come to this worker thread. */
export function answerInThread<Table extends ThreadCalls<Table>>(handlers: ThreadHandlers<Table>): void {
  if (!parentPort) throw new Error('This runs in a worker thread only');
  const port = parentPort;
  const send = (message: AnswerMessage): void => port.postMessage(message);
  const running = new Map<number, AbortController>();

  async function answer(id: number, name: keyof Table, input: unknown): Promise<void> {
    const cancelling = new AbortController();
    running.set(id, cancelling);
    try {
      const handler = handlers[name] as (input: unknown, context: object) => unknown;
      const onProgress = (progress: unknown): void => send({ t: 'progress', id, progress });
      send({ t: 'done', id, output: await handler(input, { signal: cancelling.signal, onProgress }) });
    } catch (error) {
      send({ t: 'failed', id, failure: plainFailure(error) });
    } finally {
      running.delete(id);
    }
  }

  port.on('message', (call: CallMessage) => {
    if (call.t === 'cancel') running.get(call.id)?.abort();
    else void answer(call.id, call.name as keyof Table, call.input);
  });
}

function plainFailure(error: unknown): PlainFailure {
  if (error instanceof Failure) return { code: error.code, message: error.message, at: error.at };
  // The whole text, because the main thread writes the log.
  return { code: 'bug', message: stackOf(error) };
}
