import type { Source } from './types.ts';

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
