import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ControlCaller } from './calls/index.ts';
import { startService } from './compose.ts';
import { SERVICE_CALLS } from './contract/control.ts';
import { Failure } from './contract/failure.ts';
import type { Incident } from './contract/incidents.ts';
import { DATA_FILE, KEYS_FILE, WORK_FILE } from './contract/names.ts';
import { noteRemoved } from './process/incidents.ts';
import type { Calls } from './process/rpc.ts';
import type { RunningService, ServiceOptions } from './service-options.ts';
import { type FileWatch, removedFile, watchFiles } from './store/index.ts';

/** How often the files are checked, which costs almost nothing. They are also checked before each write. */
const LOOK_MS = 1000;

/**
 * Starts a service like `startService`, which continues if data.sqlite, keys.sqlite or work.sqlite is deleted or replaced while it runs. It then
 * refuses writes that would go to the deleted file, records the incident, and opens the current files on the same port.
 * @param onEnd is called with the reason if the service cannot continue: the folder is gone, or the current files cannot be opened.
 * @throws the same as `startService`.
 */
export async function startLastingService(
  options: ServiceOptions,
  onEnd: (why: unknown) => void,
): Promise<RunningService> {
  const { dataDir, log, now } = options;
  let current = await startService(options);
  const paths = [join(current.dataFolder, DATA_FILE), join(dataDir, KEYS_FILE), join(dataDir, WORK_FILE)];
  let watch: FileWatch = watchFiles(paths);
  let reopening: Promise<void> | undefined;
  let isClosed = false;
  const looking = setInterval(() => look(), LOOK_MS).unref();

  /** Checks the files, and reopens them if one has changed. @returns the failure for writes in that case. */
  function look(): Failure | undefined {
    if (isClosed || reopening) return undefined;
    const [changed] = watch.changed();
    if (changed === undefined) return undefined;
    reopening = reopen(watch.changed()).finally(() => {
      reopening = undefined;
    });
    return removedFile(changed);
  }

  /** Records the incident. If that fails the service continues, because the log has reported it. */
  function note(what: Incident['what']): void {
    try {
      noteRemoved(dataDir, what, now());
    } catch (error) {
      log(`It could not be noted for the app: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async function reopen(changed: readonly string[]): Promise<void> {
    const { port } = current;
    try {
      // This must come first: when the last connection closes, the old file's log must not be beside the new file.
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
      // A copy of a team's data is made anew, and nothing is lost with it.
      for (const path of changed)
        if (!(options.follow || options.team) || !path.endsWith(DATA_FILE))
          note(path.endsWith(KEYS_FILE) ? 'keys' : path.endsWith(WORK_FILE) ? 'work' : 'data');
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
      // A write now would go to the deleted file and be lost.
      if (refused && (SERVICE_CALLS as Calls)[name]?.writes) throw refused;
      await reopening;
      return current.calls.call(name, input, context);
    },
    close: () => current.calls.close(),
  };
  return {
    port: current.port,
    url: current.url,
    dataFolder: current.dataFolder,
    calls,
    warmUp: () => current.warmUp(),
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
