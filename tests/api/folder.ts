import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { dayNumber, weekday } from '../../service/calendar/dates.ts';
import { startService } from '../../service/compose.ts';
import { type ComposedApp, composeApp } from '../../service/compose-app.ts';
import type { Origin } from '../../service/contract/catalog.ts';
import type { ServiceOptions } from '../../service/service-options.ts';
import { openWriter } from '../../service/store/index.ts';

/** A folder with a little data, an adjustable clock, and the composed app on both. */

export const CREDENTIAL = 'gateway-credential-of-this-launch';
export const BEARER = { authorization: `Bearer ${CREDENTIAL}` };
export const DEBT_CODES = [
  'debt_held_by_public',
  'intragovernmental_holdings',
  'total_public_debt_outstanding',
];
export const START = '2026-11-20T12:00:05.000Z';

export type Clock = { now: () => Date; set(iso: string): void; forward(ms: number): void };

export function clock(iso = START): Clock {
  let ms = Date.parse(iso);
  return {
    now: () => new Date(ms),
    set: (text) => {
      ms = Date.parse(text);
    },
    forward: (by) => {
      ms += by;
    },
  };
}

/** @returns a new folder, which is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-http-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Observation = { code: string; area?: string; date: string; value: string };

/** Publishes observations of one dataset in one run. */
export function publish(
  dataDir: string,
  dataset: string,
  rows: readonly Observation[],
  origin: Origin = 'file',
  fetchedAt = START,
): void {
  const writer = openWriter(dataDir);
  const open = writer.begin({ ...run(dataset, origin), fetchedAt });
  for (const [index, { code, area = '', date, value }] of rows.entries()) {
    open.observation(open.series({ dataset, code, area }), dayOf(date), value, index + 1);
  }
  open.commit();
  writer.close();
}

export function publishConstituents(dataDir: string, code: string, asOf = '2024-03-28'): void {
  const writer = openWriter(dataDir);
  const open = writer.begin(run('constituents', 'file'));
  const rows = Array.from({ length: 12 }, (_, i) => ({
    ticker: `TK${i}`,
    name: `Company, "${i}" Inc.`,
    sector: 'Industrials',
    weight: (8.5 - i / 10).toFixed(2),
  }));
  open.constituents(code, dayOf(asOf), rows);
  open.commit();
  writer.close();
}

function run(dataset: string, origin: Origin) {
  const kind = origin === 'sample' ? ('sample' as const) : ('import' as const);
  return { kind, dataset, origin, source: 'fixture', location: 'fixture', sha256: '', fetchedAt: START };
}

export function dayOf(date: string): number {
  const day = dayNumber(date);
  if (day === undefined) throw new Error(`${date} is no date`);
  return day;
}

export const DEBT: Observation[] = weekdays('2024-01-02', 40).flatMap((date, i) =>
  DEBT_CODES.map((code, place) => ({ code, date, value: `${20000000000000 + i * 1000 + place}.10` })),
);
export const CLAIMS: Observation[] = ['TX', 'CA', 'NY'].flatMap((area) =>
  ['initial_claims', 'continued_claims'].flatMap((code) =>
    ['2024-01-06', '2024-01-13', '2024-01-20'].map((date, i) => ({ code, area, date, value: `${1000 + i}` })),
  ),
);
export const YIELDS: Observation[] = weekdays('2024-03-01', 30).flatMap((date, i) =>
  ['US10Y', 'US2Y'].map((code) => ({ code, date, value: (4 + i / 100).toFixed(2) })),
);

export function weekdays(from: string, count: number): string[] {
  const found: string[] = [];
  for (let day = dayOf(from); found.length < count; day++) {
    if (weekday(day) % 6 !== 0) found.push(new Date(day * 86_400_000).toISOString().slice(0, 10));
  }
  return found;
}

export function fillFolder(dataDir: string): void {
  publish(dataDir, 'us_debt', DEBT);
  publish(dataDir, 'ui_state_weekly_claims', CLAIMS);
  publish(dataDir, 'yields', YIELDS, 'sample');
  publishConstituents(dataDir, 'TESTIDX');
}

export type Answer = { status: number; headers: Record<string, unknown>; text: string; bytes: Buffer };

export type TestApp = ComposedApp & {
  dataDir: string;
  clock: Clock;
  logs: string[];
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
  key: string;
};

/** @returns the app on a filled folder, with one key. The app is closed after the test. */
export async function testApp(
  options: {
    dataDir?: string;
    clock?: Clock;
    pageSize?: number;
    isEmpty?: boolean;
    hasGateway?: boolean;
    more?: Partial<ServiceOptions>;
  } = {},
): Promise<TestApp> {
  const dataDir = options.dataDir ?? temporaryFolder();
  if (!options.dataDir && !options.isEmpty) fillFolder(dataDir);
  const time = options.clock ?? clock();
  const logs: string[] = [];
  const composed = await composeApp({
    dataDir,
    port: 80,
    pageSize: options.pageSize ?? 7,
    sample: false,
    ...(options.hasGateway !== false && { internalCredential: CREDENTIAL }),
    now: time.now,
    log: (line) => logs.push(line),
    ...options.more,
  });
  onTestFinished(() => composed.close());
  const { key } = await composed.keys.create('test');
  return {
    ...composed,
    dataDir,
    clock: time,
    logs,
    key,
    async get(path, headers = {}, method = 'GET') {
      const answer = await composed.app.inject({
        method: method as 'GET',
        url: path,
        headers: { host: 'localhost:80', ...headers },
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.payload,
        bytes: answer.rawPayload,
      };
    },
  };
}

/** @returns a listening service on the tests' clock, and its log. It is closed after the test. */
export async function startedService(dataDir: string, more: Partial<ServiceOptions> = {}) {
  const logs: string[] = [];
  const log = (line: string) => void logs.push(line);
  const options = { dataDir, port: 0, pageSize: 7, sample: false, internalCredential: CREDENTIAL };
  const service = await startService({ ...options, now: clock().now, log, ...more });
  onTestFinished(() => service.close(0));
  return { ...service, logs };
}

type Page<Row> = { pagination: { count: string; next_url: string | null }; data: Row[] };

/** @returns the rows of all pages of a request. The key is in the path, or else the app's own is sent. */
export async function walkPages<Row>(app: TestApp, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    // A key may make a hundred requests a minute.
    app.clock.forward(1000);
    const { status, text } = await app.get(next, next === path ? { 'x-api-key': app.key } : {});
    expect(status, text).toBe(200);
    const { data, pagination } = JSON.parse(text) as Page<Row>;
    expect(pagination.count).toBe(String(data.length));
    rows.push(...data);
    next = pagination.next_url === null ? undefined : `/api/v1${pagination.next_url}`;
  }
  return rows;
}

/** @returns the path of a request for economic data. */
export function economic(dataset: string, query: Record<string, string>): string {
  return `/api/v1/economic-data/${dataset}?${new URLSearchParams(query)}`;
}

/** @returns the expected detail of a 422 with this wrong parameter only. */
export function oneFault(parameter: string, message: RegExp) {
  const fault = { error: 'invalid_parameter', parameter, message: expect.stringMatching(message) };
  return { ...fault, errors: [fault] };
}

/** A complete and correct request to us_debt. */
export const DEBT_RANGE = { date_from: '2024-01-01', date_to: '2024-12-31' };
export const DEBT_QUESTION = { series: 'debt_held_by_public', ...DEBT_RANGE };
export const DEBT_PATH = economic('us_debt', DEBT_QUESTION);

/** @returns everything that a local port answers to raw bytes, until it closes the connection. */
export function answerToBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
    onTestFinished(() => void socket.destroy());
  });
}
