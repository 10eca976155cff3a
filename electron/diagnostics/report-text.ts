import type { ServiceDiagnostics } from '../../service/contract/diagnostics.ts';
import { maskSecrets } from '../../service/process/mask.ts';
import type { DiagnosticFacts } from './types.ts';

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
    dataService(facts),
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

function program({ version, mode, versions, system, service }: DiagnosticFacts): Section {
  const { electron, chrome, node } = versions;
  const sqlite = typeof service === 'string' ? 'not known' : service.sqlite;
  return {
    title: 'Program',
    lines: [
      `Almanac ${version}, ${mode === 'desktop' ? 'desktop window' : 'browser mode'}`,
      ...(electron ? [`Electron ${electron}, Chromium ${chrome ?? 'not known'}`] : []),
      `Node ${node}, SQLite ${sqlite}`,
      system,
    ],
  };
}

function processes({ host, service }: DiagnosticFacts): Section {
  const line = (name: string, pid: number, seconds: number, bytes: number) =>
    `${name}: process ${pid}, up ${duration(seconds)}, ${size(bytes)} of memory`;
  const lines = [line('host', host.pid, host.upSeconds, host.memoryBytes)];
  if (typeof service === 'string') lines.push(`service: ${service}`);
  else lines.push(line('service', service.pid, service.up_seconds, service.memory_bytes));
  return { title: 'Processes', lines };
}

function addresses({ state, service, usualPort, portHolder, page }: DiagnosticFacts): Section {
  return {
    title: 'Addresses',
    lines: [
      state.base_url ? `API for other tools: ${state.base_url}` : 'API for other tools: does not answer',
      ...(typeof service === 'string' ? [] : [`bound to: ${service.address} only`]),
      ...(portHolder ? [`port ${usualPort} is held by ${portHolder}`] : []),
      ...(page ? [`page: ${page}`] : []),
    ],
  };
}

function dataService({ state, changes, marks }: DiagnosticFacts): Section {
  const started = Object.entries(marks).map(
    ([name, ms]) => `${name.replaceAll('_', ' ')} ${Math.round(ms)} ms`,
  );
  return {
    title: 'Data service',
    lines: [
      `state: ${state.service}${state.message ? ` (${state.message})` : ''}`,
      ...changes.map(({ at, state: to, message }) => `${moment(at)} ${to}${message ? `: ${message}` : ''}`),
      ...(started.length > 0 ? [`start: ${started.join(', ')}`] : []),
    ],
  };
}

function dataFolder({ folder, service }: DiagnosticFacts): Section {
  const free = folder.freeBytes === undefined ? '' : `, ${size(folder.freeBytes)} free on its disk`;
  const checks = typeof service === 'string' ? [] : service.checks;
  return {
    title: 'Data folder',
    lines: [
      `${folder.path}${free}`,
      ...folder.files.map(({ name, bytes }) => `${name}: ${size(bytes)}`),
      ...checks.map(({ file, result }) => `integrity of ${file}: ${result}`),
    ],
  };
}

function rows({ service }: DiagnosticFacts): Section {
  if (typeof service === 'string') return { title: 'Rows', lines: [`not asked: ${service}`] };
  const lines = service.datasets.map(rowLine);
  return { title: 'Rows', lines: lines.length > 0 ? lines : ['none'] };
}

function rowLine({ dataset, rows, origin, updated_at }: ServiceDiagnostics['datasets'][number]): string {
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
