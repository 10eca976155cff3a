import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publish, START, type TestApp } from '../api/folder.ts';
import { expectWrittenAnswers } from '../support/written-answers.ts';
import { fredApp, revise } from './fred-app.ts';

/** What FRED's clients can ask, and the whole answers. */

const months = (first: string, values: readonly string[]) =>
  values.map((value, i) => {
    const month = Number(first.slice(0, 4)) * 12 + Number(first.slice(5)) - 1 + i;
    return { date: `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`, value };
  });

/** Beside the data of `fredApp`: two states of other dates, levels of Wednesdays, and a month in the middle of a quarter at both ends. */
async function fullApp(): Promise<TestApp> {
  const app = await fredApp();
  publish(app.dataDir, 'ui_state_weekly_claims', [
    { code: 'initial_claims', area: 'CA', date: '2024-01-06', value: '41000' },
    { code: 'initial_claims', area: 'CA', date: '2024-01-13', value: '42000' },
    { code: 'initial_claims', area: 'TX', date: '2024-02-03', value: '17000' },
    { code: 'initial_claims', area: 'TX', date: '2024-02-10', value: '18000' },
    { code: 'initial_claims', area: 'TX', date: '2024-02-17', value: '18500' },
  ]);
  publish(app.dataDir, 'factors_affecting_reserve_balances', [
    { code: 'treasury_securities_total', date: '2026-11-11', value: '4200000' },
    { code: 'treasury_securities_total', date: '2026-11-18', value: '4210000' },
  ]);
  const openings = months('2023-03', ['900', '910', '930', '960', '1000', '1050', '1110', '1180', '1260']);
  publish(
    app.dataDir,
    'jolts',
    openings.map((one) => ({ code: 'job_openings_level_sa', ...one })),
    'file',
    START,
  );
  revise(app, [
    { code: 'initial_claims_sa', date: '2025-01-11', value: '218000' },
    { code: 'initial_claims_sa', date: '2025-01-18', value: '223000' },
  ]);
  const yields = [
    ['US2Y', '5.11', '2026-11-22T10:00:00.000Z'],
    ['US10Y', '4.05', '2026-11-23T10:00:00.000Z'],
  ] as const;
  for (const [code, value, at] of yields)
    publish(app.dataDir, 'yields', [{ code, date: '2024-04-11', value }], 'sample', at);
  publish(
    app.dataDir,
    'personal_income_and_outlays',
    [
      { code: 'total_personal_income', date: '1969-11-01', value: '8000' },
      { code: 'total_personal_income', date: '1997-05-01', value: '7000500' },
      { code: 'total_personal_income', date: '2024-12-01', value: '24600000' },
    ],
    'file',
    '2026-11-23T11:00:00.000Z',
  );
  app.clock.set('2026-11-24T12:00:00.000Z');
  return app;
}

test('what is answered and refused, whole, stands in transcript.md, xml.md and refusals.md', async () => {
  const app = await fullApp();
  const ask = async (path: string) => {
    app.clock.forward(1000);
    return app.get(path, { 'x-api-key': app.key });
  };
  const isTable = (path: string) => path.startsWith('/graph');
  const file = (name: string) => join(import.meta.dirname, name);
  await expectWrittenAnswers(file('transcript.md'), async (path) => {
    const { status, headers, text } = await ask(isTable(path) ? path : `${path}&file_type=json`);
    expect([path, status]).toEqual([path, 200]);
    const lines = isTable(path) ? text.trimEnd() : text.replace('":[', '":[\n').replaceAll('},{', '},\n{');
    return [`(${headers['content-disposition'] ?? headers['x-data-origin'] ?? 'no origin'})`, lines];
  });
  await expectWrittenAnswers(file('refusals.md'), async (path) => {
    const { status, headers, text } = await ask(isTable(path) ? path : `${path}&file_type=json`);
    const type = isTable(path) ? 'text/plain' : 'application/json';
    expect([path, headers['content-type']]).toEqual([path, `${type}; charset=utf-8`]);
    return [`${status}: ${text.trimEnd()}`];
  });
  // Byte by byte: fredapi and others parse it.
  await expectWrittenAnswers(file('xml.md'), async (path) => {
    const { status, headers, text } = await ask(path);
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/xml; charset=utf-8']);
    expect(text.endsWith('>\n')).toBe(true);
    return [text.trimEnd()];
  });
  // Twelve lines are not too many.
  expect((await ask(`/graph/fredgraph.csv?id=${Array(12).fill('ICSA').join()}`)).status).toBe(200);
});
