import type { AssistantSource } from './types.ts';

/**
 * Speaks the protocol on standard input and output until the client closes them or `stop` is aborted. Nothing else may be written
 * to standard output meanwhile.
 */
export async function serveStdio(source: AssistantSource, stop: AbortSignal): Promise<void> {
  const [{ StdioServerTransport, serveStdio: serve }, { createServer }, { messagesOnly }] = await Promise.all(
    [import('@modelcontextprotocol/server/stdio'), import('./server.ts'), import('./read-message.ts')],
  );
  const messages = messagesOnly((refused) => {
    source.log(`A message was refused (${refused.error.code}): ${refused.error.message}`);
    process.stdout.write(`${JSON.stringify(refused)}\n`);
  });
  const transport = new StdioServerTransport(process.stdin.pipe(messages), process.stdout);
  const ended = new Promise<void>((resolve) => {
    messages.once('end', resolve).once('close', resolve);
    process.stdout.once('error', () => resolve());
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serve(() => createServer(source), {
    transport,
    onerror: ({ message }) => source.log(message.replaceAll(/\s+/g, ' ')),
  });
  await ended;
  await handle.close();
  // An open input would keep the process alive.
  process.stdin.destroy();
}
