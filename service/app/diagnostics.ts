import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { homedir, release, type as systemType } from 'node:os';
import path from 'node:path';
import type { VaultState } from '../contract/access.ts';
import type { AppState } from '../contract/app-state.ts';
import type { PageStart } from '../contract/service-channel.ts';
import type { FolderInspection } from '../contract/storage.ts';
import { maskSecrets } from '../process/mask.ts';
import { findPortHolder, holderText } from '../process/port-holder.ts';

export type DiagnosticsParts = Pick<PageStart, 'shell' | 'logFile' | 'environmentKeys'> & {
  dataDir: string;
  usualPort: () => number;
  state: () => AppState;
  inspect: (signal: AbortSignal) => Promise<FolderInspection>;
  vaultState: () => Promise<VaultState>;
  /** @returns the marks of the start in milliseconds, by name. */
  marks: () => Readonly<Record<string, number>>;
  page: () => string;
};

const INSPECT_DEADLINE_MS = 20_000;
const VAULT_DEADLINE_MS = 5_000;
const ERRORS_SHOWN = 40;
/** Variables of the environment that change what Almanac does, or how its processes run. */
const RELEVANT_VARIABLES =
  /^(ALMANAC_|NODE_|ELECTRON_|XDG_DATA_HOME$|DISPLAY$|WAYLAND_DISPLAY$|DBUS_SESSION_BUS_ADDRESS$|TZ$)|_PROXY$/i;

export async function diagnosticsReport(parts: DiagnosticsParts): Promise<string> {
  const { dataDir, shell, environmentKeys } = parts;
  const state = parts.state();
  const usualPort = parts.usualPort();
  const isElsewhere = new URL(state.base_url).port !== String(usualPort);
  const [inspection, vault, freeBytes, files, holder] = await Promise.all([
    within(
      INSPECT_DEADLINE_MS,
      parts.inspect(AbortSignal.timeout(INSPECT_DEADLINE_MS)),
      'the files were not read in time',
    ),
    within(VAULT_DEADLINE_MS, parts.vaultState(), 'the vault did not answer in time'),
    freeSpace(dataDir),
    filesIn(dataDir),
    isElsewhere && usualPort > 0 ? findPortHolder(usualPort) : undefined,
  ]);
  return reportText(
    {
      at: new Date(),
      state,
      versions: shell.versions,
      system: `${systemType()} ${release()}, ${process.platform} ${process.arch}`,
      shellPid: shell.pid,
      service: {
        pid: process.pid,
        node: process.versions.node,
        upSeconds: process.uptime(),
        memoryBytes: process.memoryUsage.rss(),
      },
      inspection,
      usualPort,
      portHolder: holder && holderText(holder),
      page: parts.page(),
      folder: { path: dataDir, freeBytes, files },
      vault,
      variables: [...Object.keys(process.env), ...Object.keys(environmentKeys)]
        .filter((name) => RELEVANT_VARIABLES.test(name))
        .toSorted(),
      marks: parts.marks(),
      logFile: parts.logFile,
      lastErrors: errorsIn(parts.logFile),
    },
    homedir(),
  );
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
    // The folder does not exist, or the system does not say: the report leaves it out.
    return undefined;
  }
}

async function filesIn(folder: string): Promise<FolderFile[]> {
  const names = await namesIn(folder);
  const logs = (await namesIn(path.join(folder, 'logs'))).map((name) => `logs/${name}`);
  const files: FolderFile[] = [];
  for (const name of [...names, ...logs].toSorted()) {
    try {
      const found = await stat(path.join(folder, name));
      if (found.isFile()) files.push({ name, bytes: found.size });
    } catch {
      // The file was removed after it was listed.
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
/** `… 422 0.4 ms`: a request that was refused is not an error of Almanac. */
const REFUSED = / [A-Z]+ \S+ 4\d\d \d+\.\d ms(?: \([^)]*\))?$/;

/** @returns the last lines of a log, of earlier runs too, except lines about refused requests. */
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

/** Everything that a report contains. A sentence replaces a fact that could not be found out. */
export type DiagnosticFacts = {
  at: Date;
  state: AppState;
  versions: Readonly<Record<string, string | undefined>>;
  system: string;
  shellPid: number;
  service: { pid: number; node: string; upSeconds: number; memoryBytes: number };
  inspection: FolderInspection | string;
  usualPort: number;
  /** The program on the usual port, if it is not our service: `python3 (process 4242)`. */
  portHolder: string | undefined;
  page: string;
  folder: { path: string; freeBytes: number | undefined; files: readonly FolderFile[] };
  vault: VaultState | string;
  /** Names of the variables that change what Almanac does; never their values. */
  variables: readonly string[];
  marks: Readonly<Record<string, number>>;
  logFile: string;
  lastErrors: readonly string[];
};

type FolderFile = { name: string; bytes: number };

/** @param home replaced by `~`, since it contains the user's name. @returns plain text with keys masked. */
export function reportText(facts: DiagnosticFacts, home: string): string {
  const { state, versions, service, inspection, folder, vault, variables } = facts;
  const { electron, chrome } = versions;
  const known = typeof inspection === 'string' ? undefined : inspection;
  const free = folder.freeBytes === undefined ? '' : `, ${size(folder.freeBytes)} free on its disk`;
  const marks = Object.entries(facts.marks).map(
    ([name, ms]) => `${name.replaceAll('_', ' ')} ${Math.round(ms)} ms`,
  );
  const sections: Readonly<Record<string, readonly string[]>> = {
    Program: [
      `Almanac ${state.version}, ${state.mode === 'desktop' ? 'desktop window' : 'browser mode'}`,
      ...(electron ? [`Electron ${electron}, Chromium ${chrome ?? 'not known'}`] : []),
      `Node ${service.node}, SQLite ${known?.sqlite ?? 'not known'}`,
      facts.system,
    ],
    Processes: [
      `shell: process ${facts.shellPid}`,
      `service: process ${service.pid}, up ${duration(service.upSeconds)}, ${size(service.memoryBytes)} of memory`,
    ],
    Addresses: [
      `API for other tools: ${state.base_url}`,
      ...(facts.portHolder ? [`port ${facts.usualPort} is held by ${facts.portHolder}`] : []),
      `page: ${facts.page}`,
    ],
    Start: [marks.join(', ') || 'not measured'],
    'Data folder': [
      `${folder.path}${free}`,
      ...folder.files.map(({ name, bytes }) => `${name}: ${size(bytes)}`),
      ...(known?.checks ?? []).map(({ file, result }) => `integrity of ${file}: ${result}`),
    ],
    Rows: known
      ? orNone(
          known.datasets.map(
            ({ dataset, rows, origin, updated_at }) =>
              `${dataset}: ${rows}, from ${origin}, changed ${updated_at}`,
          ),
        )
      : [`not known: ${inspection}`],
    Keys:
      typeof vault === 'string'
        ? [vault]
        : [
            `kept in: ${vault.kept_in ?? 'nothing yet'}; passphrase file: ${vault.file}`,
            `keychain: ${vault.keychain_name}, ${vault.keychain}`,
          ],
    'Variables of the environment that are set (names only)': orNone(variables),
    [`Last lines of ${facts.logFile}`]: orNone(facts.lastErrors),
  };
  const text = [
    `Almanac diagnostics, ${moment(facts.at)}`,
    'No keys and no values of your data are in this text.',
    ...Object.entries(sections).flatMap(([title, lines]) => ['', title, ...lines.map((line) => `  ${line}`)]),
    '',
  ].join('\n');
  return maskSecrets(home.length > 1 ? text.replaceAll(home, '~') : text);
}

const orNone = (lines: readonly string[]) => (lines.length > 0 ? lines : ['none']);

const moment = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [value, unit] =
    bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${value.toFixed(1)} ${unit}`;
}
