import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { withSpreads } from '../../service/derived/index.ts';
import { openReader, type Reader } from '../../service/store/index.ts';
import { fillFolder, publish, publishConstituents } from '../api/folder.ts';
import { call, clientOf, sampleApp, textOf } from './client.ts';

/** What the tools say of themselves and of the data is true of their answers. */

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

let sampled: Client;
/** With data of files that end long before the clock of these tests, 2026-11-20. */
let held: Client;
let reader: Reader;
beforeAll(async () => {
  const app = await sampleApp();
  sampled = await clientOf(app);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-mcp-'));
  fillFolder(folder);
  publish(folder, 'ui_weekly_claims', [
    { code: 'initial_claims_sa', date: '2026-11-14', value: '220000' },
    { code: 'continued_claims_sa', date: '2026-10-31', value: '1900000' },
  ]);
  publish(folder, 'yields', [
    { code: 'US10Y', date: '2026-11-18', value: '4.10' },
    { code: 'US2Y', date: '2026-11-18', value: '3.60' },
  ]);
  for (const code of ['FIRST', 'SECOND']) publishConstituents(folder, code, '2026-10-05');
  reader = withSpreads(openReader(folder));
  held = await clientOf({ reader });
  closers.push(app.close, () => reader.close());
  closers.push(() => {
    for (const each of [folder, app.folder]) rmSync(each, { recursive: true, force: true });
  });
});

test('every example in the schema and description of a tool is answered', async () => {
  const { tools } = await sampled.listTools();
  const needed: Record<string, string> = {
    query: 'claims',
    series: 'yields.US2Y,yields.US10Y',
    date: '2026-09-30',
    other_date: '2026-11-19',
  };
  let run = 0;
  for (const { name, description = '', inputSchema } of tools) {
    const { properties = {}, required = [] } = inputSchema as {
      properties?: Record<string, { description?: string }>;
      required?: string[];
    };
    const said = Object.entries(properties).map(
      ([argument, one]) => [argument, one.description ?? ''] as const,
    );
    for (const [argument, text] of [[required[0] ?? '', description] as const, ...said])
      for (const [, example] of text.matchAll(/(?<=^|[\s(])'([^']+)'/g)) {
        const args = Object.fromEntries(required.map((one) => [one, needed[one]]));
        const answer = await call(sampled, name, { ...args, [argument]: example });
        expect(answer.isError, `${name} ${argument} ${example}: ${textOf(answer)}`).toBeUndefined();
        run++;
      }
  }
  expect(run).toBeGreaterThan(9);
});

test('the list of datasets has also what is not held, with its next release, and all of three lists', async () => {
  const lines = textOf(await call(held, 'list_datasets', {})).split('\n');
  expect(lines.find((line) => line.startsWith('jolts'))).toMatch(
    /; no data held; next release about Tue 2026-12-01$/,
  );
  expect(lines.find((line) => line.startsWith('constituents'))).toContain(
    '; FIRST as of 2026-10-05, SECOND as of 2026-10-05, TESTIDX as of 2024-03-28; ',
  );
  const described = await call(held, 'describe_series', { series: 'jolts.quits_rate_sa' });
  expect(textOf(described)).toMatch(/; no data held\n/);
});

test('an answer says that its data are late where newer values would be in it', async () => {
  const late = async (name: string, args: object) => {
    const answer = await call(held, name, args);
    const found = /Late \d+ days?: newer values are out/.test(textOf(answer));
    expect(JSON.stringify(answer.structuredContent).includes('"late":"Late'), name).toBe(found);
    return found;
  };
  const [debt, claims] = ['us_debt.debt_held_by_public', 'ui_weekly_claims.initial_claims_sa'];
  expect(await late('get_observations', { series: debt })).toBe(true);
  expect(await late('get_observations', { series: debt, to: '2024-02-27' })).toBe(true);
  expect(await late('get_observations', { series: debt, to: '2024-02-26' })).toBe(false);
  expect(await late('get_observations', { series: `${debt},${claims}`, formula: 'a/b' })).toBe(true);
  expect(await late('get_observations', { series: claims })).toBe(false);
  // A formula ends with the one that is late longest.
  const daysLate = async (series: string, formula?: string) =>
    Number(/Late (\d+)/.exec(textOf(await call(held, 'get_observations', { series, formula })))?.[1]);
  const continued = 'ui_weekly_claims.continued_claims_sa';
  expect(await daysLate(continued)).toBeLessThan(await daysLate(debt));
  for (const both of [`${debt},${continued}`, `${continued},${debt}`])
    expect(await daysLate(both, 'a/b')).toBe(await daysLate(debt));
  expect(await late('describe_series', { series: debt })).toBe(true);
  expect(await late('search_series', { query: 'debt held by the public' })).toBe(true);
  const dates = { series: debt, date: '2024-01-05' };
  expect(await late('compare_dates', { ...dates, other_date: '2026-11-19' })).toBe(true);
  expect(await late('compare_dates', { ...dates, other_date: '2024-02-01' })).toBe(false);
  // Of a dataset with one late series the others are not.
  expect(await late('describe_series', { series: 'ui_weekly_claims.continued_claims_sa' })).toBe(true);
  expect(await late('describe_series', { series: claims })).toBe(false);
});

test('the newest date of a header is that of the values', async () => {
  const newest = async (args: object) => {
    const { structuredContent, ...answer } = await call(sampled, 'get_observations', { limit: 5, ...args });
    const { lines, rows } = structuredContent as { lines: { last_date: string }[]; rows: string[][] };
    expect(textOf(answer)).toContain(`newest ${lines[0]?.last_date}`);
    expect(lines[0]?.last_date).toBe(rows.at(-1)?.[0]);
    return lines[0]?.last_date;
  };
  expect(await newest({ series: 'yields.US10Y', to: '2020-03-01' })).toBe('2020-02-28');
  expect(await newest({ series: 'yields.US10Y', frequency: 'm' })).toBe('2026-10-01');
  expect(await newest({ series: 'yields.US10Y,yields.US2Y', formula: 'a-b', to: '2019-12-31' })).toBe(
    '2019-12-31',
  );
});

test('a search that names no state offers each series by state once, with all areas', async () => {
  const found = async (query: string) => {
    const { structuredContent, ...answer } = await call(sampled, 'search_series', { query });
    const { series, by_state, areas, note } = structuredContent as {
      [list in 'series' | 'by_state']: { id: string; last_date: string }[];
    } & { areas: string[]; note: string | null };
    expect(textOf(answer)).not.toContain('California');
    return {
      ids: series.map(({ id }) => id),
      byState: by_state.map(({ id }) => id),
      areas: areas.length,
      note,
    };
  };
  const rate = await found('unemployment rate');
  expect(rate).toMatchObject({ ids: [], areas: 53, note: expect.stringContaining('is not held') });
  expect(rate.byState).toContain('ui_state_weekly_claims.insured_unemployment_rate');
  expect(await found('insured unemployment rate')).toMatchObject({ note: null });
  expect((await found('initial claims')).byState).toEqual(['ui_state_weekly_claims.initial_claims']);
  const texas = await found('jobless rate Texas');
  expect(texas).toMatchObject({ byState: [], areas: 0, note: expect.stringContaining('is not held') });
  expect(texas.ids).toContain('ui_state_weekly_claims.insured_unemployment_rate.TX');
  const national = await call(sampled, 'search_series', { query: 'the national unemployment rate, please' });
  expect(textOf(national)).toMatch(/UNRATE.*is not held/);
});

test('a search for a rate that is not held says so, and leads to no other quantity as the nearest', async () => {
  for (const query of ['fed funds', 'fed funds rate', 'federal funds', 'mortgage rates'])
    expect(textOf(await call(sampled, 'search_series', { query })), query).toMatch(
      /The federal funds rate .* not held\./,
    );
  for (const query of ['new home sales', 'debt to gdp', 'oil price'])
    expect(textOf(await call(sampled, 'search_series', { query })), query).toMatch(
      /^Nothing here matches '.*'\. Almanac has only these datasets: /,
    );
  const spread = await call(sampled, 'search_series', { query: 'spread 10y 2y' });
  expect(spread.structuredContent).toMatchObject({ series: [{ id: 'yields.US10Y_US2Y' }] });
});

test('whatever has observations is explained, a spread by its two yields', async () => {
  const ids = reader.holdings().flatMap(({ dataset, series }) =>
    series.map(({ code, area, last }) => ({
      id: [dataset, code, ...(area === '' ? [] : [area])].join('.'),
      date: dateText(last),
    })),
  );
  const lines = ids.filter(({ id }) => !id.startsWith('constituents'));
  expect(lines.map(({ id }) => id)).toContain('yields.US10Y_US2Y');
  for (const { id, date } of lines) {
    const rows = await call(held, 'get_observations', { series: id, limit: 1 });
    const { structuredContent, ...answer } = await call(held, 'explain_observation', { series: id, date });
    expect(answer.isError, id).toBeUndefined();
    expect(rows.structuredContent).toMatchObject({ rows: [[date, structuredContent?.value]] });
  }
  const holiday = await call(held, 'explain_observation', {
    series: 'yields.US10Y_US2Y',
    date: '2024-03-29',
  });
  expect(textOf(holiday)).toContain(
    '2024-03-29 is Good Friday; in yields there are values of business days only.',
  );
});
