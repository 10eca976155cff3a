import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fits } from '../../service/contract/fits.ts';
import { PREFERENCES, type PreferenceName } from '../../service/contract/preferences.ts';
import { openWork, type Work } from '../../service/work/index.ts';

const now = () => new Date('2026-11-23T14:02:00.000Z');
let dataDir: string;
let work: Work;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-preferences-'));
  work = openWork(dataDir, { now });
});
afterEach(() => {
  work.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('every default is allowed by its schema, and every choice of a setting too', () => {
  for (const name of Object.keys(PREFERENCES) as PreferenceName[]) {
    const preference = PREFERENCES[name];
    expect(fits(preference.schema, preference.default), name).toBe(true);
    if (!('setting' in preference) || !('choices' in preference.setting)) continue;
    for (const { value } of preference.setting.choices)
      expect(fits(preference.schema, value), name).toBe(true);
  }
});

test('a value is there after a restart and in another window; null takes the default again', () => {
  work.preferences.set({ theme: 'dark', pinned_series: ['us_debt.debt_total'] });
  const other = openWork(dataDir, { now });
  expect(other.preferences.values()).toEqual({ theme: 'dark', pinned_series: ['us_debt.debt_total'] });
  other.preferences.set({ theme: null });
  other.close();
  expect(work.preferences.values()).toEqual({ pinned_series: ['us_debt.debt_total'] });
});

test('a wrong name or value is refused with what would be right, and nothing of the request is stored', () => {
  expect(() => work.preferences.set({ density: 'compact', theme: 'blue' })).toThrow(
    `theme cannot be 'blue': it is "system" or "light" or "dark".`,
  );
  expect(() => work.preferences.set({ density: 'compact', colour: 'red' })).toThrow(
    `There is no setting 'colour'.`,
  );
  expect(work.preferences.values()).toEqual({});
});

test('what a browser kept is merged once, by id, and never wins over what is there', () => {
  work.preferences.set({ theme: 'dark', pinned_series: ['us_debt.debt_total'] });
  const kept = {
    theme: 'light',
    density: 'compact',
    pinned_series: ['yields.US10Y', 'us_debt.debt_total'],
    saved_ranges: [{ name: 'Covid', range: { from: '2020-02-01', to: '2021-12-31' } }],
  };
  work.preferences.set(kept, true);
  const after = {
    theme: 'dark',
    density: 'compact',
    pinned_series: ['us_debt.debt_total', 'yields.US10Y'],
    saved_ranges: kept.saved_ranges,
  };
  expect(work.preferences.values()).toEqual(after);
  const version = work.version();
  work.preferences.set(kept, true);
  expect(work.preferences.values()).toEqual(after);
  expect(work.version()).toBe(version);
});

const REQUEST = {
  at: '2026-11-20T18:00:00.000Z',
  method: 'GET',
  purpose: 'Refresh of us_debt',
  dataset: 'us_debt',
  headers: { accept: 'application/json' },
  sent_bytes: 0,
  received_bytes: 12,
  status: 200,
  problem: null,
};

test('the newest outgoing requests are listed first, and those to others than publishers are counted', () => {
  work.outgoing.note({ ...REQUEST, url: 'https://api.fiscaldata.treasury.gov/x' });
  work.outgoing.note({ ...REQUEST, url: 'https://elsewhere.example/y', status: null, problem: 'no answer' });
  expect(work.outgoing.list({ limit: 1 }, ['api.fiscaldata.treasury.gov'])).toMatchObject({
    requests: [{ url: 'https://elsewhere.example/y', status: null, problem: 'no answer' }],
    total: 2,
    elsewhere: 1,
    since: REQUEST.at,
  });
});

test('page after page lists every outgoing request once, whatever arrives meanwhile', () => {
  for (let i = 1; i <= 7; i += 1) work.outgoing.note({ ...REQUEST, url: `https://publisher.example/${i}` });
  const paths: string[] = [];
  const newer: number[] = [];
  for (let before: number | undefined; ; ) {
    const page = work.outgoing.list({ limit: 3, before }, []);
    if (page.requests.length === 0) break;
    paths.push(...page.requests.map(({ url }) => new URL(url).pathname));
    newer.push(page.newer);
    before = page.requests.at(-1)?.id;
    work.outgoing.note({ ...REQUEST, url: 'https://publisher.example/later' });
  }
  expect(paths).toEqual(['/7', '/6', '/5', '/4', '/3', '/2', '/1']);
  // One more before each page but the first.
  expect(newer).toEqual([0, 4, 8]);
  expect(work.outgoing.list({ limit: 3 }, []).total).toBe(10);
});
