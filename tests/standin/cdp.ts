import type { Readable, Writable } from 'node:stream';

/** Parameters and results of the DevTools protocol. Each caller knows their shape. */
// biome-ignore lint/suspicious/noExplicitAny: the protocol's own types are not part of any package we have
export type Message = Record<string, any>;
type Listener = (params: Message, sessionId: string | undefined) => void;

/** A connection to Chromium's DevTools over a pipe. Chromium ends when the other end closes it. */
export type Devtools = {
  /** @throws Error with the method's name if Chromium refuses the command or has ended. */
  send(method: string, params?: Message, sessionId?: string): Promise<Message>;
  /** Listens to events named `method`, of one session if given. @returns a function that stops listening. */
  on(method: string, listener: Listener, sessionId?: string): () => void;
};

/** @param output what Chromium writes, NUL after each message; @param input what it reads */
export function connectDevtools(output: Readable, input: Writable): Devtools {
  let lastId = 0;
  let rest = '';
  let isGone = false;
  const waiting = new Map<
    number,
    { method: string; resolve: (result: Message) => void; reject: (e: Error) => void }
  >();
  const listeners = new Map<string, Set<Listener>>();

  output.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) hear(JSON.parse(part) as Message);
  });
  const lose = (): void => {
    isGone = true;
    for (const { method, reject } of waiting.values()) reject(new Error(`${method}: Chromium has ended`));
    waiting.clear();
  };
  output.once('close', lose);
  input.on('error', lose);

  function hear(message: Message): void {
    const asked = waiting.get(message.id);
    if (asked) {
      waiting.delete(message.id);
      if (message.error) asked.reject(new Error(`${asked.method}: ${message.error.message}`));
      else asked.resolve(message.result);
      return;
    }
    for (const key of [message.method, `${message.method} ${message.sessionId}`]) {
      for (const listener of [...(listeners.get(key) ?? [])])
        listener(message.params ?? {}, message.sessionId);
    }
  }

  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        if (isGone) {
          reject(new Error(`${method}: Chromium has ended`));
          return;
        }
        lastId += 1;
        waiting.set(lastId, { method, resolve, reject });
        input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      }),
    on(method, listener, sessionId) {
      const key = sessionId === undefined ? method : `${method} ${sessionId}`;
      const heard = listeners.get(key) ?? new Set();
      listeners.set(key, heard.add(listener));
      return () => void heard.delete(listener);
    },
  };
}
