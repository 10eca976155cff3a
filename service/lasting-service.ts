import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ControlCaller } from './calls/index.ts';
import { startService } from './compose.ts';
import { SERVICE_CALLS } from './contract/control.ts';
import { Failure } from './contract/failure.ts';
import { DATA_FILE, KEYS_FILE } from './contract/names.ts';
import { noteRemoved } from './process/incidents.ts';
import type { Calls } from './process/rpc.ts';
import type { RunningService, ServiceOptions } from './service-options.ts';
import { type FileWatch, removedFile, watchFiles } from './store/index.ts';

/** To look at two names costs nothing; before a write they are looked at too. */
const LOOK_MS = 1000;

/**
 * As `startService`, and it goes on where data.sqlite or keys.sqlite is deleted or replaced under it: it refuses what would be written
 * to a file without a name, notes what happened, and opens what is there now, on the same port.
 * @param onEnd hears why it cannot go on: the folder is gone, or the new state cannot be opened.
 * @throws as `startService`.
 */
export async function startLastingService(
  options: ServiceOptions,
  onEnd: (why: unknown) => void,
): Promise<RunningService> {
  const { dataDir, log, now } = options;
  const paths = [DATA_FILE, KEYS_FILE].map((file) => join(dataDir, file));
  let current = await startService(options);
  let watch: FileWatch = watchFiles(paths);
  let reopening: Promise<void> | undefined;
  let isClosed = false;
  const looking = setInterval(() => look(), LOOK_MS).unref();

  /** @returns the failure of a write, where there is a reason for one; the service is then being opened anew. */
  function look(): Failure | undefined {
    if (isClosed || reopening) return undefined;
    const [changed] = watch.changed();
    if (changed === undefined) return undefined;
    reopening = reopen(watch.changed()).finally(() => {
      reopening = undefined;
    });
    return removedFile(changed);
  }

  /** The log has said it: a disk that takes no note is no reason to end. */
  function note(what: 'data' | 'keys'): void {
    try {
      noteRemoved(dataDir, what, now());
    } catch (error) {
      log(`It could not be noted for the app: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async function reopen(changed: readonly string[]): Promise<void> {
    const { port } = current;
    try {
      // Before anything is closed: the end of the last connection must find no log of the old file beside the new one.
      watch.putLogsAside(now());
      log(
        `${changed.join(' and ')} was removed or replaced while the service ran. It opens what is there now.`,
      );
      await current.close(0);
      if (!existsSync(dataDir)) {
        throw new Failure(
          'folder_unusable',
          `The data folder ${dataDir} was removed while the service ran. Put it back and start the service again.`,
          { file: dataDir },
        );
      }
      for (const path of changed) note(path.endsWith(KEYS_FILE) ? 'keys' : 'data');
      if (isClosed) return;
      current = await startService({ ...options, port });
      watch = watchFiles(paths);
      if (isClosed) await current.close(0);
    } catch (error) {
      clearInterval(looking);
      isClosed = true;
      onEnd(error);
    }
  }

  const calls: ControlCaller = {
    async call(name, input, context) {
      const refused = look();
      // What would be written now would be gone with a file that has no name any more.
      if (refused && (SERVICE_CALLS as Calls)[name]?.writes) throw refused;
      await reopening;
      return current.calls.call(name, input, context);
    },
    close: () => current.calls.close(),
  };
  return {
    port: current.port,
    url: current.url,
    calls,
    requests: () => current.requests(),
    damage: () => current.damage(),
    async close(deadlineMs) {
      isClosed = true;
      clearInterval(looking);
      await reopening;
      await current.close(deadlineMs);
    },
  };
}
