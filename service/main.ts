import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { HOLDER_FILE } from './contract/names.ts';
import type { ServiceStart, ShellMessage } from './contract/service-channel.ts';
import type { PageServer } from './page/index.ts';
import { type Channel, openChannel, withFirst } from './process/channel.ts';

/** Entry of the service as a child process of the shell, with which it ends. Its log is standard error. */

// Before all other imports, so that they use the cache.
enableCompileCache(
  join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../.build' : '..', 'compile-cache'),
);
const channel = openChannel();
if (channel) {
  void start(channel);
} else {
  process.stderr.write(
    'This is the service process of the app. Run `npm run -s almanac -- serve` instead.\n',
  );
  process.exitCode = 2;
}

/** Opens the page's port, so that a browser loads the page's files while this process loads the service. */
async function start(given: Channel): Promise<void> {
  const { first, channel } = await withFirst(given);
  const { settings } = first as Partial<Extract<ShellMessage, { t: 'start' }>>;
  const server = settings && (await openPage(settings, channel));
  const { runService } = await import('./run-service.ts');
  await server?.catchUp();
  runService(channel, server);
}

async function openPage({ dataDir, page }: ServiceStart, channel: Channel): Promise<PageServer | undefined> {
  // Perhaps another Almanac has the folder; then this one opens no page.
  if (existsSync(join(dataDir, HOLDER_FILE))) return undefined;
  const { createPageServer } = await import('./page/index.ts');
  const server = createPageServer(page.folder);
  try {
    const pagePort = await server.listen(page.port);
    void channel.send({ t: 'page', pagePort, token: server.token });
    return server;
  } catch {
    // The port is taken: the service says so, or takes another one.
    return undefined;
  }
}
