import type { FolderInspection } from '../contract/diagnostics.ts';
import type { HostState } from '../contract/host.ts';
import type { VaultState } from '../contract/vault.ts';
import { maskSecrets } from '../process/mask.ts';

/** Everything that a report contains. Where something could not be found out, a sentence says why. */
export type DiagnosticFacts = {
  at: Date;
  state: HostState;
  /** `process.versions` of the shell. */
  versions: Readonly<Record<string, string | undefined>>;
  system: string;
  shellPid: number;
  service: { pid: number; node: string; upSeconds: number; memoryBytes: number };
  inspection: FolderInspection | string;
  usualPort: number;
  /** Who listens on the usual port where it is not our service: `python3 (process 4242)`. */
  portHolder: string | undefined;
  /** Origin of the page. */
  page: string;
  folder: { path: string; freeBytes: number | undefined; files: readonly FolderFile[] };
  vault: VaultState | string;
  /** Names of the variables that change what Almanac does; never their values. */
  variables: readonly string[];
  marks: Readonly<Record<string, number>>;
  logFile: string;
  lastErrors: readonly string[];
};

export type FolderFile = { name: string; bytes: number };

type Section = { title: string; lines: readonly string[] };

/**
 * @param home the user's folder, written as `~` because it contains the user's name
 * @returns the report as plain text for a message. Everything that looks like a key is masked.
 */
export function reportText(facts: DiagnosticFacts, home: string): string {
  const sections = [
    program(facts),
    processes(facts),
    addresses(facts),
    start(facts),
    dataFolder(facts),
    rows(facts),
    keys(facts),
    surroundings(facts),
    log(facts),
  ];
  const text = [
    `Almanac diagnostics, ${moment(facts.at)}`,
    'No keys and no values of your data are in this text.',
    ...sections.flatMap(({ title, lines }) => ['', title, ...lines.map((line) => `  ${line}`)]),
    '',
  ].join('\n');
  return maskSecrets(home.length > 1 ? text.replaceAll(home, '~') : text);
}

function program({
  state: { version, mode },
  versions,
  system,
  inspection,
  service,
}: DiagnosticFacts): Section {
  const { electron, chrome } = versions;
  const sqlite = typeof inspection === 'string' ? 'not known' : inspection.sqlite;
  return {
    title: 'Program',
    lines: [
      `Almanac ${version}, ${mode === 'desktop' ? 'desktop window' : 'browser mode'}`,
      ...(electron ? [`Electron ${electron}, Chromium ${chrome ?? 'not known'}`] : []),
      `Node ${service.node}, SQLite ${sqlite}`,
      system,
    ],
  };
}

function processes({ shellPid, service: { pid, upSeconds, memoryBytes } }: DiagnosticFacts): Section {
  return {
    title: 'Processes',
    lines: [
      `shell: process ${shellPid}`,
      `service: process ${pid}, up ${duration(upSeconds)}, ${size(memoryBytes)} of memory`,
    ],
  };
}

function addresses({ state, usualPort, portHolder, page }: DiagnosticFacts): Section {
  return {
    title: 'Addresses',
    lines: [
      `API for other tools: ${state.base_url}`,
      ...(portHolder ? [`port ${usualPort} is held by ${portHolder}`] : []),
      `page: ${page}`,
    ],
  };
}

function start({ marks }: DiagnosticFacts): Section {
  const started = Object.entries(marks).map(
    ([name, ms]) => `${name.replaceAll('_', ' ')} ${Math.round(ms)} ms`,
  );
  return { title: 'Start', lines: started.length > 0 ? [started.join(', ')] : ['not measured'] };
}

function dataFolder({ folder, inspection }: DiagnosticFacts): Section {
  const free = folder.freeBytes === undefined ? '' : `, ${size(folder.freeBytes)} free on its disk`;
  const checks = typeof inspection === 'string' ? [] : inspection.checks;
  return {
    title: 'Data folder',
    lines: [
      `${folder.path}${free}`,
      ...folder.files.map(({ name, bytes }) => `${name}: ${size(bytes)}`),
      ...checks.map(({ file, result }) => `integrity of ${file}: ${result}`),
    ],
  };
}

function rows({ inspection }: DiagnosticFacts): Section {
  if (typeof inspection === 'string') return { title: 'Rows', lines: [`not known: ${inspection}`] };
  const lines = inspection.datasets.map(rowLine);
  return { title: 'Rows', lines: lines.length > 0 ? lines : ['none'] };
}

function rowLine({ dataset, rows, origin, updated_at }: FolderInspection['datasets'][number]): string {
  return `${dataset}: ${rows}, from ${origin}, changed ${updated_at}`;
}

function keys({ vault }: DiagnosticFacts): Section {
  if (typeof vault === 'string') return { title: 'Keys', lines: [vault] };
  return {
    title: 'Keys',
    lines: [
      `kept in: ${vault.kept_in ?? 'nothing yet'}; passphrase file: ${vault.file}`,
      `keychain: ${vault.keychain_name}, ${vault.keychain}`,
    ],
  };
}

function surroundings({ variables }: DiagnosticFacts): Section {
  return {
    title: 'Variables of the environment that are set (names only)',
    lines: variables.length > 0 ? variables : ['none'],
  };
}

function log({ logFile, lastErrors }: DiagnosticFacts): Section {
  return { title: `Last lines of ${logFile}`, lines: lastErrors.length > 0 ? lastErrors : ['none'] };
}

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
