import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { homedir, release, type as systemType } from 'node:os';
import path from 'node:path';
import type { HostState } from '../../service/contract/host.ts';
import type { VaultState } from '../../service/contract/vault.ts';
import { holderText, whoHolds } from '../ports/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { reportText } from './report-text.ts';
import type { FolderFile, ServiceChange } from './types.ts';

/** @param page origin of the page that asks; absent where a menu asks. @returns the report, whatever is broken. */
export type DescribeHost = (page?: string) => Promise<string>;

export type DiagnosticsOptions = {
  mode: HostState['mode'];
  version: string;
  dataDir: string;
  usualPort: number;
  hostState: () => HostState;
  supervisor: Pick<Supervisor, 'call' | 'onChange' | 'status'>;
  vaultState: () => Promise<VaultState>;
  /** @returns the marks of the start in milliseconds, by name. */
  marks?: () => Readonly<Record<string, number>>;
  logFile: string;
  now?: () => Date;
};

const SERVICE_DEADLINE_MS = 20_000;
const VAULT_DEADLINE_MS = 5_000;
const CHANGES_KEPT = 20;
const ERRORS_SHOWN = 40;
/** Variables of the environment that change what Almanac does, or how its processes run. */
const TELLING =
  /^(ALMANAC_|NODE_|ELECTRON_|XDG_DATA_HOME$|DISPLAY$|WAYLAND_DISPLAY$|DBUS_SESSION_BUS_ADDRESS$|TZ$)|_PROXY$/i;

/** Records changes of the service's state from now on, for the report. */
export function openDiagnostics(options: DiagnosticsOptions): DescribeHost {
  const { dataDir, supervisor, usualPort, now = () => new Date() } = options;
  const changes: ServiceChange[] = [];
  supervisor.onChange(({ state, message }) => {
    const last = changes.at(-1);
    if (last?.state === state && last.message === message) return;
    changes.push({ at: now(), state, message });
    if (changes.length > CHANGES_KEPT) changes.shift();
  });

  return async (page) => {
    const state = options.hostState();
    const isElsewhere = supervisor.status().port !== usualPort;
    const [service, vault, freeBytes, files, holder] = await Promise.all([
      askService(options),
      within(VAULT_DEADLINE_MS, options.vaultState(), 'the vault did not answer in time'),
      freeSpace(dataDir),
      filesIn(dataDir),
      isElsewhere && usualPort > 0 ? whoHolds(usualPort) : undefined,
    ]);
    return reportText(
      {
        at: now(),
        mode: options.mode,
        version: options.version,
        versions: process.versions,
        system: `${systemType()} ${release()}, ${process.platform} ${process.arch}`,
        host: {
          pid: process.pid,
          upSeconds: process.uptime(),
          memoryBytes: process.memoryUsage.rss(),
        },
        state,
        changes,
        service,
        usualPort,
        portHolder: holder && holderText(holder),
        page,
        folder: { path: dataDir, freeBytes, files },
        vault,
        variables: Object.keys(process.env)
          .filter((name) => TELLING.test(name))
          .toSorted(),
        marks: options.marks?.() ?? {},
        logFile: options.logFile,
        lastErrors: errorsIn(options.logFile),
      },
      homedir(),
    );
  };
}

function askService({ supervisor }: DiagnosticsOptions) {
  if (supervisor.status().port === undefined) return 'it is not running';
  const asked = supervisor.call('diagnostics', {}, { signal: AbortSignal.timeout(SERVICE_DEADLINE_MS) });
  return within(SERVICE_DEADLINE_MS, asked, 'it did not answer in time');
}

/** @returns the result of `work`, or a sentence if it fails or takes too long. */
async function within<T>(deadlineMs: number, work: Promise<T>, late: string): Promise<T | string> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, deadlineMs, late);
  });
  try {
    return await Promise.race([work, deadline]);
  } catch (error) {
    return reason(error);
  } finally {
    clearTimeout(timer);
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function freeSpace(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // The folder does not exist, or the system does not tell: the report leaves it out.
    return undefined;
  }
}

/** Files of the folder and of its `logs`, by name. */
async function filesIn(folder: string): Promise<FolderFile[]> {
  const names = await namesIn(folder);
  const logs = (await namesIn(path.join(folder, 'logs'))).map((name) => `logs/${name}`);
  const files: FolderFile[] = [];
  for (const name of [...names, ...logs].toSorted()) {
    try {
      const found = await stat(path.join(folder, name));
      if (found.isFile()) files.push({ name, bytes: found.size });
    } catch {
      // Removed since it was listed.
    }
  }
  return files;
}

/** A folder that does not exist counts as empty. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

function errorsIn(file: string): string[] {
  try {
    return lastErrors(file, ERRORS_SHOWN);
  } catch (error) {
    return [`the log cannot be read: ${reason(error)}`];
  }
}

const TAIL_BYTES = 64 * 1024;
/** `… 422 0.4 ms` of the API, and `… 401 at the door of the page`: a request that was refused is not an error of Almanac. */
const REFUSED = / [A-Z]+ \S+ 4\d\d (?:\d+\.\d ms|at the door of the page)(?: \([^)]*\))?$/;

/** @returns the last lines of a log that are not about refused requests, also those of earlier runs. */
export function lastErrors(file: string, count: number): string[] {
  return tail(file)
    .split('\n')
    .filter((line) => line !== '' && !REFUSED.test(line))
    .slice(-count);
}

function tail(file: string): string {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { size } = fstatSync(handle);
    const from = Math.max(0, size - TAIL_BYTES);
    const bytes = Buffer.alloc(size - from);
    readSync(handle, bytes, 0, bytes.length, from);
    const text = bytes.toString('utf8');
    // The first line of a tail is cut.
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(handle);
  }
}
