import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  type DiagnosticFacts,
  type DiagnosticsParts,
  diagnosticsReport,
  reportText,
} from '../../service/app/diagnostics.ts';
import { openStartupReport } from '../../service/app/open-app.ts';
import type { AppState } from '../../service/contract/app-state.ts';
import { inspectFolder, openReader } from '../../service/store/index.ts';
import { temporaryFolder } from '../api/folder.ts';
import { pageService, scriptedPage } from './page-service.ts';

/** The diagnostics report, which a person copies when something is wrong. */

const STATE: AppState = {
  ...{ mode: 'browser', version: '0.1.0', can: ['computer', 'keys', 'import'] },
  ...{
    started_at: '2026-11-21T09:40:12.000Z',
    base_url: 'http://127.0.0.1:4780',
    damage: null,
    incidents: [],
  },
};
const INSPECTION = {
  sqlite: '3.53.4',
  datasets: [{ dataset: 'us_debt', origin: 'publisher', rows: 8123, updated_at: '2026-11-20T21:00:00.000Z' }],
  checks: [{ file: 'data.sqlite', result: 'ok' }],
};
const FACTS: DiagnosticFacts = {
  at: new Date('2026-11-21T10:40:12.123Z'),
  state: STATE,
  versions: { node: '24.21.0' },
  system: 'Linux 6.1, linux x64',
  shellPid: 4242,
  service: { pid: 4243, node: '24.21.0', upSeconds: 3600, memoryBytes: 120_400_000 },
  inspection: INSPECTION,
  usualPort: 4780,
  portHolder: undefined,
  page: 'http://127.0.0.1:40913',
  folder: {
    path: '/home/ann/.local/share/Almanac',
    freeBytes: 12_300_000_000,
    files: [{ name: 'data.sqlite', bytes: 8192 }],
  },
  vault: 'the vault did not answer in time',
  variables: ['ALMANAC_KEY_BLS', 'HTTPS_PROXY'],
  marks: { first_paint: 901.4, listening: 812.3 },
  logFile: '/home/ann/.local/share/Almanac/logs/almanac.log',
  lastErrors: [],
};

test('the report has all sections, ready to paste', () => {
  expect(reportText(FACTS, '/home/ann')).toBe(`Almanac diagnostics, 2026-11-21T10:40:12Z
No keys and no values of your data are in this text.

Program
  Almanac 0.1.0, browser mode
  Node 24.21.0, SQLite 3.53.4
  Linux 6.1, linux x64

Processes
  shell: process 4242
  service: process 4243, up 60 min, 120.4 MB of memory

Addresses
  API for other tools: http://127.0.0.1:4780
  page: http://127.0.0.1:40913

Start
  first paint 901 ms, listening 812 ms

Data folder
  ~/.local/share/Almanac, 12.3 GB free on its disk
  data.sqlite: 8.2 kB
  integrity of data.sqlite: ok

Rows
  us_debt: 8123, from publisher, changed 2026-11-20T21:00:00.000Z

Keys
  the vault did not answer in time

Variables of the environment that are set (names only)
  ALMANAC_KEY_BLS
  HTTPS_PROXY

Last lines of ~/.local/share/Almanac/logs/almanac.log
  none
`);
});

test('it shows what is unknown and who holds the port, and masks a key', () => {
  const text = reportText(
    {
      ...FACTS,
      state: { ...STATE, mode: 'desktop' },
      versions: { node: '24.21.0', electron: '45.4.1', chrome: '156.0.1' },
      inspection: 'the files were not read in time',
      portHolder: 'python3 (process 99)',
      marks: {},
      lastErrors: ['2026-11-21T10:40:12.123Z host - https://x.example/?api_key=abc, with alm_abc'],
    },
    '/home/ann',
  );
  expect(text).toContain('Almanac 0.1.0, desktop window\n  Electron 45.4.1, Chromium 156.0.1');
  expect(text).toContain('Node 24.21.0, SQLite not known');
  expect(text).toContain('Rows\n  not known: the files were not read in time');
  expect(text).toContain('port 4780 is held by python3 (process 99)');
  expect(text).toContain('Start\n  not measured');
  expect(text).toContain('host - https://x.example/?api_key=…');
  expect(text).not.toContain('abc');
});

test('a folder is inspected without a change, and damage is part of the result', () => {
  const dataDir = temporaryFolder();
  openReader(dataDir).close();
  expect(inspectFolder(dataDir)).toMatchObject({
    sqlite: expect.stringMatching(/^3\.\d+\.\d+$/),
    checks: ['ok', 'absent', 'absent'].map((result) => ({ result })),
    datasets: [],
  });
  expect(existsSync(path.join(dataDir, 'keys.sqlite'))).toBe(false);
  const file = path.join(dataDir, 'data.sqlite');
  writeFileSync(file, 'no database at all, '.repeat(1000));
  expect(inspectFolder(dataDir)).toMatchObject({
    ...{ checks: [{ result: expect.stringMatching(/is damaged or is not an Almanac data file/) }, {}, {}] },
    datasets: [],
  });
  // A file that lost its contents while the service runs is left as it is.
  writeFileSync(file, '');
  expect(inspectFolder(dataDir).datasets).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe('');
});

test('a report is made whatever is broken: the files, the vault, a taken port', async () => {
  const dataDir = temporaryFolder();
  const holder = createServer();
  await new Promise<void>((resolve) => void holder.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as AddressInfo;
  const logFile = path.join(dataDir, 'logs/almanac.log');
  mkdirSync(path.dirname(logFile));
  writeFileSync(
    logFile,
    '2026-11-21T10:40:12.123Z service a-1 GET /x 404 0.4 ms\n2026-11-21T10:40:13.123Z host - It broke.\n',
  );
  const parts: DiagnosticsParts = {
    ...{ dataDir, logFile, usualPort: () => port, state: () => STATE, marks: () => ({}) },
    shell: { pid: 4242, versions: {} },
    environmentKeys: { ALMANAC_KEY_BLS: 'the-key-of-bls' },
    inspect: () => Promise.reject(new Error('The disk is gone.')),
    vaultState: () => Promise.reject(new Error('The keychain process ended.')),
    page: () => 'http://127.0.0.1:1',
  };
  const text = await diagnosticsReport(parts);
  expect(text).toContain('Rows\n  not known: The disk is gone.');
  expect(text).toContain('The keychain process ended.');
  expect(text).toContain(`service: process ${process.pid}`);
  if (process.platform === 'linux')
    expect(text).toMatch(new RegExp(`port ${port} is held by .*\\(process ${process.pid}\\)`));
  expect(text).toMatch(/logs\/almanac\.log: \d+ bytes/);
  expect(text).toMatch(/host - It broke\.\n$/);
  expect(text).not.toContain('404 0.4 ms');
  expect(text).toContain('ALMANAC_KEY_BLS');
  expect(text).not.toContain('the-key-of-bls');
});

test('the page gets the report of its running service as text that must not be cached', async () => {
  const page = await pageService();
  const answer = await page.ask('/host/diagnostics?x=1');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  const text = await answer.text();
  for (const line of [
    `API for other tools: ${page.service.url}`,
    `page: ${page.origin}`,
    'integrity of data.sqlite: ok',
    'keychain: A keychain, unlocked',
    'shell: process 4242',
  ])
    expect(text).toContain(`\n  ${line}\n`);
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-startup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(report: string | null, origin = performance.timeOrigin + performance.now() - 1000) {
  const lines: string[] = [];
  const startup = openStartupReport({
    mode: 'browser',
    version: '1.2.3',
    startup: { origin, marks: { evaluated: 12.3, ready: 90 }, report },
    log: (line) => lines.push(line),
  });
  return { startup, lines, origin };
}

test('marks count from the start of the shell, and only the first of each name counts', async () => {
  const { startup, origin } = open(null);
  expect(startup.marks()).toEqual({ evaluated: 12.3, ready: 90 });
  await startup.listening();
  const { listening = 0 } = startup.marks();
  expect(listening).toBeGreaterThanOrEqual(1000);
  expect(listening).toBeLessThan(60_000);
  await startup.fromPage({ first_paint: origin + 200.04, data_visible: origin + 500 });
  await startup.fromPage({ first_paint: origin + 9000, data_visible: origin + 9000 });
  expect(startup.marks()).toEqual({
    evaluated: 12.3,
    ready: 90,
    listening,
    first_paint: 200,
    data_visible: 500,
  });
});

test('the report file is complete after each mark', async () => {
  const report = path.join(folder, 'made', 'report.json');
  const { startup, origin } = open(report);
  const read = async (): Promise<unknown> => JSON.parse(await readFile(report, 'utf8'));
  await startup.listening();
  const listening = expect.any(Number);
  expect(await read()).toEqual({
    ...{ mode: 'browser', version: '1.2.3', unit: 'ms since the process started' },
    marks: { evaluated: 12.3, ready: 90, listening },
  });
  await startup.fromPage({ first_paint: origin + 10, data_visible: origin + 20 });
  expect(await read()).toMatchObject({
    marks: { evaluated: 12.3, ready: 90, listening, first_paint: 10, data_visible: 20 },
  });
  expect(await readdir(path.dirname(report))).toEqual(['report.json']);
});

test('a report that cannot be written is logged, and the app continues', async () => {
  await writeFile(path.join(folder, 'file'), '');
  const { startup, lines } = open(path.join(folder, 'file', 'report.json'));
  await startup.listening();
  expect([startup.marks().evaluated, lines.length]).toEqual([12.3, 1]);
});

test('the page reports its marks', async () => {
  const report = path.join(folder, 'report.json');
  const { post } = await scriptedPage({ page: { startup: { origin: 1_000_000, marks: {}, report } } });
  const marks = { first_paint: 1_000_001.5, data_visible: 1_000_002.5 };
  expect((await post('startup-marks', marks)).status).toBe(200);
  expect(JSON.parse(await readFile(report, 'utf8')).marks).toEqual({ first_paint: 1.5, data_visible: 2.5 });
  expect((await post('startup-marks', { ...marks, first_paint: -1 })).status).toBe(422);
});
