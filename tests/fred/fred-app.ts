import path from 'node:path';
import { expect } from 'vitest';
import { openKeys } from '../../service/keys/index.ts';
import {
  clock,
  type Observation,
  publish,
  START,
  startedService,
  type TestApp,
  temporaryFolder,
  testApp,
  weekdays,
} from '../api/folder.ts';
import { pythonWithPandas, run } from '../renderer/programs/find-programs.ts';

/** An app with a few series that FRED has too, and helpers that read FRED's forms. */

export const CLAIMS: Observation[] = [
  ['2024-12-21', '220000'],
  ['2024-12-28', '211000'],
  ['2025-01-04', '203000'],
  ['2025-01-11', '217000'],
].map(([date = '', value = '']) => ({ code: 'initial_claims_sa', date, value }));

export const QUITS: Observation[] = Array.from({ length: 30 }, (_, i) => ({
  code: 'quits_rate_sa',
  date: `${2022 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01`,
  value: (2 + (i % 7) / 10).toFixed(1),
}));

export const YIELDS: Observation[] = weekdays('2024-03-01', 30).flatMap((date, i) =>
  ['US10Y', 'US2Y'].map((code, at) => ({ code, date, value: (4 + i / 100 + at).toFixed(2) })),
);

export async function fredApp(options: Parameters<typeof testApp>[0] = {}): Promise<TestApp> {
  const app = await testApp({ isEmpty: true, ...options });
  publish(app.dataDir, 'ui_weekly_claims', CLAIMS);
  publish(app.dataDir, 'jolts', QUITS);
  publish(app.dataDir, 'yields', YIELDS, 'sample');
  publish(app.dataDir, 'personal_income_and_outlays', [
    { code: 'total_personal_income', date: '2024-11-01', value: '24512300' },
    { code: 'total_personal_income', date: '2024-12-01', value: '24600125' },
  ]);
  return app;
}

/** The time of a later run that changes and adds values. */
export const LATER = '2026-11-21T09:00:00.000Z';
export const BEGAN = START.slice(0, 10);
export function revise(app: TestApp, rows: readonly Observation[], at = LATER): void {
  publish(app.dataDir, 'ui_weekly_claims', rows, 'file', at);
}

/** @returns a JSON answer in FRED's form. */
export async function json(
  app: TestApp,
  path: string,
  query: Record<string, string> = {},
): Promise<Record<string, unknown> & { observations: { date: string; value: string }[] }> {
  const words = new URLSearchParams({ ...query, file_type: 'json', api_key: app.key });
  const answer = await app.get(`${path}?${words}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return JSON.parse(answer.text);
}

/** @returns the values of an answer as 'date value'. */
export async function valuesOf(app: TestApp, query: Record<string, string>): Promise<string[]> {
  const { observations } = await json(app, '/fred/series/observations', query);
  return observations.map(({ date, value }) => `${date} ${value}`);
}

/** Starts a listening service with keys, for other programs. It is closed after the test. */
export async function runningService() {
  const dataDir = temporaryFolder();
  publish(dataDir, 'ui_weekly_claims', CLAIMS);
  publish(dataDir, 'jolts', QUITS);
  publish(dataDir, 'yields', YIELDS);
  const keys = openKeys(dataDir, { now: clock().now });
  const { key } = await keys.create('any');
  const { key: fredKey } = await keys.createForFred('FRED');
  await keys.close();
  const service = await startedService(dataDir, { pageSize: 5000 });
  return { url: service.url, key, fredKey };
}

/** @returns the output of a Python program that uses the stand-ins; `undefined` without Python or pandas. */
export async function runPython(
  text: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const python = await pythonWithPandas();
  if (python === undefined) return undefined;
  const clients = path.join(import.meta.dirname, 'clients');
  const env = {
    ...process.env,
    ...variables,
    PYTHONPATH: clients,
    PYTHONDONTWRITEBYTECODE: '1',
    NO_PROXY: '127.0.0.1',
  };
  const { stdout } = await run(python, ['-c', text], { env });
  return stdout;
}
