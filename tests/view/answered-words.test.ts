import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalog } from '../../service/contract/catalog.ts';
import type { ViewEnvelope } from '../../service/contract/view.ts';
import { sampleApp } from './sample-app.ts';

/** What `GET /api/v1/view` says of its lines: how often they are, in what they are, and of what a formula is. */

let app: Awaited<ReturnType<typeof sampleApp>>;
beforeAll(async () => {
  app = await sampleApp();
}, 120_000);
afterAll(() => app.close());

async function linesOf(search: Record<string, string>): Promise<ViewEnvelope['meta']['lines']> {
  const { text } = await app.get(`/api/v1/view?${new URLSearchParams({ range: '1Y', ...search })}`);
  return (JSON.parse(text) as ViewEnvelope).meta.lines;
}

it('a weekly line has the words of the catalogue', async () => {
  const { datasets } = JSON.parse((await app.get('/api/v1/catalog')).text) as Catalog;
  const weekly = datasets.filter(({ frequency }) => frequency === 'Weekly');
  expect(weekly).toHaveLength(3);
  for (const { id, by_state, headline, series } of weekly) {
    const words = series.find(({ code }) => code === headline)?.frequency_detail;
    const [line] = await linesOf({ series: `${id}.${headline}${by_state ? '.CA' : ''}` });
    expect(line?.frequency).toBe(words);
    expect(words).toMatch(id.startsWith('ui_') ? /^Weekly, ending Saturday$/ : /^Weekly, as of Wednesday$/);
  }
});

it.each([
  ['jolts.job_openings_level_sa:pc1', 'a/2', '(Job openings, % yr ago) ÷ 2', ''],
  ['yields.US10Y,yields.US2Y', 'a-b', '10-year − 2-year, Treasury par yields', 'pp'],
  ['yields.US10Y,yields.US2Y', '(a+b)/2', '(10-year + 2-year) ÷ 2, Treasury par yields', '%'],
  [
    'ui_state_weekly_claims.initial_claims.CA,ui_weekly_claims.initial_claims_nsa',
    'a/b',
    '(California: Initial claims, NSA) ÷ (US: Initial claims, NSA)',
    '',
  ],
])('of %s the formula %s is %s', async (series, formulas, title, unit) => {
  const line = (await linesOf({ series, formulas })).at(-1);
  expect(line).toMatchObject({ title, line: title, unit, units: 'Formula', formula: formulas });
});

it('a difference of two yields has the unit of the spread', async () => {
  const lines = await linesOf({ series: 'yields.US10Y,yields.US2Y,yields.US10Y_US2Y', formulas: 'a-b' });
  expect(lines.slice(2).map(({ unit }) => unit)).toEqual(['pp', 'pp']);
});
