import type { Source } from './types.ts';

/** What answers requests to `/mcp`. */
export type Assistants = {
  /** @returns the answer of the protocol. The caller has checked Host, Origin, method, key and limits: the library checks none of them. */
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
};

/** The largest question: a call with eight series and a formula takes 2 KB. */
const MOST_BODY_BYTES = 64 * 1024;

/** Clients may wait for news of the tools, of which there are none. */
const MOST_SUBSCRIPTIONS = 8;

/** @returns what answers `/mcp`: each request by itself, without sessions. */
export function openAssistants(source: Source): Assistants {
  let opened: Promise<{ fetch(request: Request): Promise<Response>; close(): Promise<void> }> | undefined;
  const open = async () => {
    const [{ createMcpHandler }, { createServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./server.ts'),
    ]);
    return createMcpHandler(() => createServer(source), {
      maxSubscriptions: MOST_SUBSCRIPTIONS,
      maxRequestBodySize: MOST_BODY_BYTES,
      onerror: () => undefined,
    });
  };
  return {
    async answer(request) {
      opened ??= open();
      return (await opened).fetch(request);
    },
    close: async () => (await opened)?.close(),
  };
}
