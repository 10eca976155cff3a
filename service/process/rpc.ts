import type { Static, TSchema } from 'typebox';
import { type Call, CallFailure } from '../contract/call.ts';
import { Failure } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';

/**
 * Calls between the two ends of a message channel: to a child process, a utility process of Electron or a worker thread. A table lists
 * the calls with the schemas of their input and output. Each end checks what it receives. Error messages never contain the data that
 * was sent, because it may include a key.
 */

export type Calls = Readonly<Record<string, Call>>;
export type InputOf<Of extends Call> = Static<Of['input']>;
export type AnswerOf<Of extends Call> = Static<Of['output']>;
type ProgressOf<Of extends Call> = Of extends { progress: infer Progress extends TSchema }
  ? Static<Progress>
  : never;

/** Messages to the answering end; the caller chooses the `id`. */
export type CallMessage =
  | { t: 'call'; id: number; name: string; input: unknown }
  /** Asks to end a call soon, with the failure 'cancelled'. No effect if the call has ended. */
  | { t: 'cancel'; id: number };
/** Messages back to the caller. */
export type AnswerMessage =
  | { t: 'progress'; id: number; progress: unknown }
  | { t: 'result'; id: number; ok: true; output: unknown }
  | ({ t: 'result'; id: number; ok: false } & CallFailure);

/** The other end did not answer within `timeoutMs`. */
export class CallOverdue extends Error {}

export type CallOptions<Progress = never> = {
  /** Aborting asks the other end to stop early; the promise still waits for its answer. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Milliseconds after which the call rejects with `CallOverdue`. */
  timeoutMs?: number | undefined;
};
export type Caller<Table extends Calls> = <Name extends keyof Table & string>(
  name: Name,
  input: InputOf<Table[Name]>,
  options?: CallOptions<ProgressOf<Table[Name]>>,
) => Promise<AnswerOf<Table[Name]>>;

export type CallerEnd<Table extends Calls> = {
  /** Makes a call. @throws Failure from the other end; Error for a bug there, or if the answer does not match the table's schema. */
  call: Caller<Table>;
  /** Handles a message from the channel. @returns whether it was an answer. */
  hear(message: unknown): boolean;
  /** Call this when the other end has closed: all open calls reject with `why`. */
  lose(why: Error): void;
};

type Open = {
  resolve: (output: never) => void;
  reject: (error: Error) => void;
  onProgress: ((progress: never) => void) | undefined;
  call: Call;
  name: string;
};

/**
 * @param send sends a message. If it throws because the other end is closed, the call rejects with that error.
 * @returns the end of the channel that makes calls.
 */
export function callerOf<Table extends Calls>(
  table: Table,
  send: (message: CallMessage) => unknown,
): CallerEnd<Table> {
  const open = new Map<number, Open>();
  let lastId = 0;

  const call: Caller<Table> = (name, input, { signal, onProgress, timeoutMs } = {}) => {
    lastId += 1;
    const id = lastId;
    const cancel = (): void => {
      try {
        if (open.has(id)) send({ t: 'cancel', id });
      } catch {
        // The other end has closed: `lose` ends the call.
      }
    };
    const { promise, resolve, reject } = Promise.withResolvers<AnswerOf<Table[typeof name]>>();
    open.set(id, { resolve, reject, onProgress, name, call: table[name] as Call });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => reject(new CallOverdue(`'${name}' was not answered in time`)), timeoutMs).unref();
    try {
      send({ t: 'call', id, name, input });
      if (signal?.aborted) cancel();
      else signal?.addEventListener('abort', cancel);
    } catch (error) {
      reject(error);
    }
    return promise.finally(() => {
      open.delete(id);
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    });
  };

  return {
    call,
    hear(message) {
      const answer = message as AnswerMessage;
      if (answer.t !== 'progress' && answer.t !== 'result') return false;
      const waiting = open.get(answer.id);
      if (!waiting) return true;
      const { name, resolve, reject, onProgress } = waiting;
      if (answer.t === 'progress') {
        if (waiting.call.progress && fits(waiting.call.progress, answer.progress))
          onProgress?.(answer.progress as never);
      } else if (!answer.ok) reject(errorOf(answer));
      else if (fits(waiting.call.output, answer.output)) resolve(answer.output as never);
      else reject(new Error(`The answer of '${name}' is not what it should be`));
      return true;
    },
    lose(why) {
      for (const { reject } of open.values()) reject(why);
    },
  };
}

function errorOf(answer: CallFailure): Error {
  if (!fits(CallFailure, answer)) return new Error('A failure came that is not what it should be');
  const { code, message, at } = answer;
  return code === 'bug' ? new Error(message) : new Failure(code, message, at);
}

/** What a handler gets in addition to its input. */
export type CallContext<Progress = never> = {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
};
/** A handler for each call of a table. A missing handler, or one with another input or output, does not compile. */
export type CallHandlers<Table extends Calls> = {
  [Name in keyof Table]: (
    input: InputOf<Table[Name]>,
    context: CallContext<ProgressOf<Table[Name]>>,
  ) => AnswerOf<Table[Name]> | Promise<AnswerOf<Table[Name]>>;
};
/** Answers any call of a table; the input has been checked before. */
export type Handle = (name: string, input: unknown, context: CallContext<unknown>) => Promise<unknown>;

/** @returns a function that passes each call to its handler. */
export function handleBy<Table extends Calls>(handlers: CallHandlers<Table>): Handle {
  // The handler with the call's name takes its input. TypeScript cannot express this for a union of calls.
  return async (name, input, context) =>
    (handlers[name] as (input: unknown, context: CallContext<unknown>) => unknown)(input, context);
}

export type AnswererEnd = {
  /** Handles a message from the channel; a call is answered when its handler is done. @returns whether it was a call or a cancellation. */
  hear(message: unknown): boolean;
  /** Cancels all running calls. */
  cancelAll(): void;
};

/**
 * @param bug is called with any error that is not a `Failure`, and returns the message for the caller.
 * @returns the end of the channel that answers calls. A handler's `Failure` is sent to the caller unchanged.
 */
export function answererOf(
  table: Calls,
  handle: Handle,
  send: (message: AnswerMessage) => unknown,
  bug: (error: unknown) => string,
): AnswererEnd {
  const running = new Map<number, AbortController>();

  async function answer(id: number, name: string, input: unknown): Promise<void> {
    const cancelling = new AbortController();
    running.set(id, cancelling);
    const onProgress = (progress: unknown) => void send({ t: 'progress', id, progress });
    let result: AnswerMessage;
    try {
      if (!Object.hasOwn(table, name)) throw new Error(`There is no call '${name}'`);
      if (!fits((table[name] as Call).input, input))
        throw new Error(`'${name}' was given what it does not take`);
      const output = await handle(name, input, { signal: cancelling.signal, onProgress });
      result = { t: 'result', id, ok: true, output };
    } catch (error) {
      result = { t: 'result', id, ok: false, ...plainFailure(error, bug) };
    } finally {
      running.delete(id);
    }
    await send(result);
  }

  return {
    hear(message) {
      const call = message as CallMessage;
      if (call.t === 'cancel') running.get(call.id)?.abort();
      else if (call.t === 'call') void answer(call.id, call.name, call.input);
      else return false;
      return true;
    },
    cancelAll() {
      for (const one of running.values()) one.abort();
    },
  };
}

/** @returns an error as plain data, because an Error loses its class and fields on the way to another thread or process. */
export function plainFailure(error: unknown, bug: (error: unknown) => string): CallFailure {
  if (error instanceof Failure) return { code: error.code, message: error.message, at: error.at };
  return { code: 'bug', message: bug(error) };
}
