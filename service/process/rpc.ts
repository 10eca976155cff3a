import type { Static, TSchema } from 'typebox';
import { type Call, CallFailure } from '../contract/call.ts';
import { Failure } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';

/**
 * Calls between two sides of a channel that carries messages: a child process, a utility process of Electron, a worker thread.
 * A table names the calls with the schemas of what they take and answer. Each side checks what it receives; no message of an error holds
 * what was sent, which may be a key.
 */

export type Calls = Readonly<Record<string, Call>>;
export type InputOf<Of extends Call> = Static<Of['input']>;
export type AnswerOf<Of extends Call> = Static<Of['output']>;
type ProgressOf<Of extends Call> = Of extends { progress: infer Progress extends TSchema }
  ? Static<Progress>
  : never;

/** The messages, in both directions; `id` is the caller's. */
export type CallMessage =
  | { t: 'call'; id: number; name: string; input: unknown }
  /** Ends a call with the failure 'cancelled' as soon as it may; without effect where it has ended. */
  | { t: 'cancel'; id: number };
export type AnswerMessage =
  | { t: 'progress'; id: number; progress: unknown }
  | { t: 'result'; id: number; ok: true; output: unknown }
  | ({ t: 'result'; id: number; ok: false } & CallFailure);

/** Whoever was asked has not answered within the time that the caller gave. */
export class CallOverdue extends Error {}

export type CallOptions<Progress = never> = {
  /** Its abort asks for an early end; the promise still waits for the answer. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** After it the call rejects with `CallOverdue`. */
  timeoutMs?: number | undefined;
};
export type Caller<Table extends Calls> = <Name extends keyof Table & string>(
  name: Name,
  input: InputOf<Table[Name]>,
  options?: CallOptions<ProgressOf<Table[Name]>>,
) => Promise<AnswerOf<Table[Name]>>;

export type CallerEnd<Table extends Calls> = {
  /** @throws Failure of the other side; Error for a bug there, or an answer that does not fit the table. */
  call: Caller<Table>;
  /** Takes a message of the channel. @returns whether it was an answer. */
  hear(message: unknown): boolean;
  /** The other side has gone: whatever is open rejects with `why`. */
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
 * The end that asks.
 * @param send throws what the call shall reject with where there is nobody to send to.
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
        // Nobody is there any more: `lose` ends the call.
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

/** What a handler gets beside its input. */
export type CallContext<Progress = never> = {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
};
/** One for each call of a table: what is missing, or takes or answers something else, does not compile. */
export type CallHandlers<Table extends Calls> = {
  [Name in keyof Table]: (
    input: InputOf<Table[Name]>,
    context: CallContext<ProgressOf<Table[Name]>>,
  ) => AnswerOf<Table[Name]> | Promise<AnswerOf<Table[Name]>>;
};
/** Answers any call of a table, whose input has been checked. */
export type Handle = (name: string, input: unknown, context: CallContext<unknown>) => Promise<unknown>;

/** @returns the function that answers each call by its handler. */
export function handleBy<Table extends Calls>(handlers: CallHandlers<Table>): Handle {
  // A call's handler is that of its name: the table says so, which a union of calls cannot.
  return async (name, input, context) =>
    (handlers[name] as (input: unknown, context: CallContext<unknown>) => unknown)(input, context);
}

export type AnswererEnd = {
  /** Takes a message of the channel, and answers it when its handler is done. @returns whether it was a call. */
  hear(message: unknown): boolean;
  /** Cancels whatever is under way. */
  cancelAll(): void;
};

/**
 * The end that answers. A `Failure` of a handler goes to the caller as it is.
 * @param bug told of any other error; says what the caller is told of it.
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
      const asked = message as CallMessage;
      if (asked.t === 'cancel') running.get(asked.id)?.abort();
      else if (asked.t === 'call') void answer(asked.id, asked.name, asked.input);
      else return false;
      return true;
    },
    cancelAll() {
      for (const one of running.values()) one.abort();
    },
  };
}

/** @returns a failure as plain data: an Error keeps neither its class nor its fields when it goes to another thread or process. */
export function plainFailure(error: unknown, bug: (error: unknown) => string): CallFailure {
  if (error instanceof Failure) return { code: error.code, message: error.message, at: error.at };
  return { code: 'bug', message: bug(error) };
}
