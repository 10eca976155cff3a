import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openDiagnostics, openLog } from '../../electron/diagnostics/index.ts';
import { reportText } from '../../electron/diagnostics/report-text.ts';
import type { DiagnosticFacts } from '../../electron/diagnostics/types.ts';
import { serviceDiagnostics } from '../../service/calls/service-diagnostics.ts';
import type { ServiceDiagnostics } from '../../service/contract/diagnostics.ts';
import type { HostState } from '../../service/contract/host.ts';
import { openReader } from '../../service/store/index.ts';

// A thread is started for some of these, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SERVICE: ServiceDiagnostics = {
  pid: 4243,
  version: '0.1.0',
  node: '24.21.0',
  address: '127.0.0.1:4780',
  up_seconds: 3600,
  memory_bytes: 120_400_000,
  sqlite: '3.53.4',
  datasets: [{ dataset: 'us_debt', origin: 'publisher', rows: 8123, updated_at: '2026-11-20T21:00:00.000Z' }],
  checks: [{ file: 'data.sqlite', result: 'ok' }],
};
const STATE = {
  mode: 'browser',
  version: '0.1.0',
  service: 'ready',
  base_url: 'http://127.0.0.1:4780',
  message: null,
  problem: null,
  damage: null,
  incidents: [],
} satisfies HostState;
const FACTS: DiagnosticFacts = {
  at: new Date('2026-11-21T10:40:12.123Z'),
  mode: 'browser',
  version: '0.1.0',
  versions: { node: '24.21.0' },
  system: 'Linux 6.1, linux x64',
  host: { pid: 4242, upSeconds: 65, memoryBytes: 85_000_000 },
  state: STATE,
  changes: [{ at: new Date('2026-11-21T10:39:00Z'), state: 'ready', message: null }],
  service: SERVICE,
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
  marks: { listening: 812.3 },
  logFile: '/home/ann/.local/share/Almanac/logs/almanac.log',
  lastErrors: [],
};

test('the report reads as a person would paste it', () => {
  expect(reportText(FACTS, '/home/ann')).toBe(`Almanac diagnostics, 2026-11-21T10:40:12Z
No keys and no values of your data are in this text.

Program
  Almanac 0.1.0, browser mode
  Node 24.21.0, SQLite 3.53.4
  Linux 6.1, linux x64

Processes
  host: process 4242, up 65 s, 85.0 MB of memory
  service: process 4243, up 60 min, 120.4 MB of memory

Addresses
  API for other tools: http://127.0.0.1:4780
  bound to: 127.0.0.1:4780 only
  page: http://127.0.0.1:40913

Data service
  state: ready
  2026-11-21T10:39:00Z ready
  start: listening 812 ms

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

test('without a service it says what is wrong and who holds the port, and masks a key in a message', () => {
  const text = reportText(
    {
      ...FACTS,
      mode: 'desktop',
      versions: { node: '24.21.0', electron: '45.4.1', chrome: '156.0.1' },
      service: 'it is not running',
      state: { ...STATE, service: 'failed', base_url: null, message: 'It stopped 3 times, with alm_abc.' },
      portHolder: 'python3 (process 99)',
      lastErrors: ['2026-11-21T10:40:12.123Z host - https://x.example/?api_key=abc'],
    },
    '/home/ann',
  );
  expect(text).toContain('Electron 45.4.1, Chromium 156.0.1\n  Node 24.21.0, SQLite not known');
  expect(text).toContain('service: it is not running');
  expect(text).toContain('port 4780 is held by python3 (process 99)');
  expect(text).toContain('state: failed (It stopped 3 times, with alm_….)');
  expect(text).toContain('host - https://x.example/?api_key=…');
  expect(text).not.toContain('abc');
});

const dataFolder = () => mkdtempSync(path.join(tmpdir(), 'almanac-report-'));
const parts = (dataDir: string) => ({ dataDir, now: () => new Date(), log: () => undefined });
const never = new AbortController().signal;

test('the service reports rows, versions and the integrity of its files', async () => {
  const dataDir = dataFolder();
  openReader(dataDir).close();
  const found = await serviceDiagnostics(parts(dataDir), 4780, never);
  expect(found).toMatchObject({ pid: process.pid, address: '127.0.0.1:4780', datasets: [] });
  expect(found.sqlite).toMatch(/^3\.\d+\.\d+$/);
  expect(found.checks).toEqual([
    { file: 'data.sqlite', result: 'ok' },
    { file: 'keys.sqlite', result: 'absent' },
    { file: 'work.sqlite', result: 'absent' },
  ]);
  expect(existsSync(path.join(dataDir, 'keys.sqlite'))).toBe(false);
});

test('a damaged file is reported, not thrown', async () => {
  const dataDir = dataFolder();
  writeFileSync(path.join(dataDir, 'data.sqlite'), 'no database at all, '.repeat(1000));
  const { checks, datasets } = await serviceDiagnostics(parts(dataDir), 4780, never);
  expect(checks[0]?.result).toMatch(/is damaged or is not an Almanac data file/);
  expect(datasets).toEqual([]);
});

test('a file that lost its contents under the service is left as it is', async () => {
  const dataDir = dataFolder();
  const file = path.join(dataDir, 'data.sqlite');
  writeFileSync(file, '');
  const { datasets } = await serviceDiagnostics(parts(dataDir), 4780, never);
  expect(datasets).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe('');
});

test('the host makes a report whatever is broken: no service, no vault, a taken port', async () => {
  const dataDir = dataFolder();
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as AddressInfo;
  const log = openLog({
    file: path.join(dataDir, 'logs/almanac.log'),
    now: () => new Date(),
    echo: () => undefined,
    environment: {},
  });
  const failed = { ...STATE, service: 'failed', base_url: null, message: `Port ${port} is taken.` } as const;
  let tell: () => void = () => undefined;
  const describeHost = openDiagnostics({
    mode: 'browser',
    version: '0.1.0',
    dataDir,
    usualPort: port,
    hostState: () => failed,
    supervisor: {
      status: () => ({
        state: 'failed',
        port: undefined,
        message: failed.message,
        problem: null,
        requests: 0,
      }),
      call: () => Promise.reject(new Error('must not be asked')),
      onChange: (listener) => {
        tell = () =>
          listener({ state: 'failed', port: undefined, message: failed.message, problem: null, requests: 0 });
      },
    },
    vaultState: () => Promise.reject(new Error('The keychain process ended.')),
    logFile: log.file,
  });
  log.host('It broke.');
  tell();
  tell();
  const text = await describeHost('http://127.0.0.1:1');
  holder.close();
  expect(text).toContain('service: it is not running');
  expect(text.match(/Z failed: Port \d+ is taken\./g)).toHaveLength(1);
  if (process.platform === 'linux')
    expect(text).toMatch(new RegExp(`port ${port} is held by .*\\(process ${process.pid}\\)`));
  expect(text).toContain('The keychain process ended.');
  expect(text).toMatch(/logs\/almanac\.log: \d+ bytes/);
  expect(text).toMatch(/host - It broke\./);
});
