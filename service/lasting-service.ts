import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from './compose.ts';
import { Failure } from './contract/failure.ts';
import type { Incident } from './contract/incidents.ts';
import { DATA_FILE, KEYS_FILE, WORK_FILE } from './contract/names.ts';
import { noteRemoved } from './process/incidents.ts';
import type { RunningService, ServiceOptions } from './service-options.ts';
import { type FileWatch, removedFile, watchFiles } from './store/index.ts';

/** Milliseconds between cheap checks of the files. Each change from a page checks them too. */
const LOOK_MS = 1000;

/**
 * Starts a service that ends if data.sqlite, keys.sqlite or work.sqlite is deleted or replaced, because later
 * writes would be lost. It refuses changes, records the incident, closes and calls `onEnd`; the next start
 * opens the new files. @throws like `startService`.
 */
export async function startLastingService(
  options: ServiceOptions,
  onEnd: (why: Failure) => void,
): Promise<RunningService> {
  const { dataDir, log, now } = options;
  let watch: FileWatch | undefined;
  let ending: Promise<void> | undefined;
  const service = await startService({
    ...options,
    expectFiles() {
      const removed = look();
      if (removed) throw removed;
    },
  });
  const paths = [join(service.dataFolder, DATA_FILE), join(dataDir, KEYS_FILE), join(dataDir, WORK_FILE)];
  watch = watchFiles(paths);
  const looking = setInterval(look, LOOK_MS).unref();

  /** @returns the failure for changes if a file was removed or replaced. */
  function look(): Failure | undefined {
    const [changed] = watch?.changed() ?? [];
    if (changed === undefined) return undefined;
    ending ??= end(watch?.changed() ?? []);
    return removedFile(changed);
  }

  async function end(changed: readonly string[]): Promise<void> {
    clearInterval(looking);
    // This must come first: when the last connection closes, the old log must not be beside the new file.
    watch?.putLogsAside(now());
    // The copy of a team's data is made again, and nothing is lost with it.
    const isCopy = Boolean(options.follow || options.team);
    for (const path of changed) if (!(isCopy && path.endsWith(DATA_FILE))) note(path);
    await service.close(0);
    const why = existsSync(dataDir)
      ? new Failure(
          'folder_unusable',
          `${changed.join(' and ')} was removed or replaced while the service ran, so it ends. The next start opens what is there then.`,
        )
      : new Failure(
          'folder_unusable',
          `The data folder ${dataDir} was removed while the service ran. Put it back and start the service again.`,
          { file: dataDir },
        );
    onEnd(why);
  }

  /** Records the incident, or logs the failure to do so. */
  function note(path: string): void {
    const what: Incident['what'] = path.endsWith(KEYS_FILE)
      ? 'keys'
      : path.endsWith(WORK_FILE)
        ? 'work'
        : 'data';
    try {
      if (existsSync(dataDir)) noteRemoved(dataDir, what, now());
    } catch (error) {
      log(`It could not be noted for the app: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  return {
    ...service,
    async close(deadlineMs) {
      clearInterval(looking);
      await (ending ?? service.close(deadlineMs));
    },
  };
}
