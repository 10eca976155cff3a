import type { Source } from './types.ts';

/** The door of the room: Almanac for assistants, by the Model Context Protocol. The protocol's library is read with the first request. */

export { folderSource } from './folder-source.ts';
export { guidePages } from './guide-pages.ts';
export { almanacAddresses } from './running.ts';
export type { Source } from './types.ts';

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

/**
 * Speaks the protocol on standard input and output until the client closes them or `stop` is aborted. Nothing else may be written
 * to standard output meanwhile.
 */
export async function serveStdio(source: Source, stop: AbortSignal): Promise<void> {
  const [{ StdioServerTransport, serveStdio: serve }, { createServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./server.ts'),
  ]);
  const transport = new StdioServerTransport();
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.stdout.once('error', () => resolve());
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serve(() => createServer(source), {
    transport,
    onerror: ({ message }) =>
      source.log(`A message that is none of the protocol was passed over: ${message}`),
  });
  await ended;
  await handle.close();
}
