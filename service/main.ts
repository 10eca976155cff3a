import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { openChannel } from './process/channel.ts';

/** Entry of the service as a child process of the shell, with which it ends. Its log is standard error. */

// Before all other imports, so that they use the cache.
enableCompileCache(
  join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../.build' : '..', 'compile-cache'),
);
const channel = openChannel();
if (channel) {
  void import('./run-service.ts').then(({ runService }) => runService(channel));
} else {
  process.stderr.write(
    'This is the service process of the app. Run `npm run -s almanac -- serve` instead.\n',
  );
  process.exitCode = 2;
}
