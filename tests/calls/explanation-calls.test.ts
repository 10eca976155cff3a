import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import { workCalls } from '../../service/calls/create-calls.ts';
import { explanationCalls } from '../../service/calls/explanation-calls.ts';
import { fits } from '../../service/contract/fits.ts';
import { SameCompanies, SetSameCompanyRequest } from '../../service/contract/saved.ts';
import { openReader } from '../../service/store/index.ts';
import { openWork } from '../../service/work/index.ts';
import { makeFolder, publish, publishRows, runOf } from '../store/folder.ts';

const DEBT = { dataset: 'us_debt', series: 'debt_held_by_public', area: '' };
const day = (date: string) => dayNumber(date) as number;

/** Debt of two days; another file revised the second day. */
function open() {
  const folder = makeFolder();
  const source = 'fiscaldata-debt-csv';
  const row = (date: string, value: string) => ({ code: DEBT.series, area: '', day: day(date), value });
  publishRows(folder.path, runOf('us_debt', { source, location: 'one.csv', sha256: 'aa' }), [
    row('2025-03-05', '1.10'),
    row('2025-03-06', '2.20'),
  ]);
  publishRows(
    folder.path,
    runOf('us_debt', { source, location: 'two.csv', sha256: 'bb', fetchedAt: '2026-02-01T00:00:00Z' }),
    [row('2025-03-06', '2.30')],
  );
  const reader = openReader(folder.path);
  onTestFinished(() => {
    reader.close();
    folder[Symbol.dispose]();
  });
  return explanationCalls(reader, () => new Date('2026-03-01T12:00:00Z'));
}

test('a value is explained by its file, its position in the file, and the value that it replaced', async () => {
  const told = await open().explain({ ...DEBT, date: '2025-03-06' });
  expect(told).toMatchObject({
    ...DEBT,
    date: '2025-03-06',
    reason: null,
    before: '2025-03-05',
    after: null,
  });
  expect(told.current).toEqual({
    value: '2.30',
    place: 'line 1',
    first_seen: '2026-02-01T00:00:00Z',
    superseded_at: null,
    is_rounding: false,
    run: {
      id: 2,
      kind: 'import',
      origin: 'file',
      source_title: expect.stringContaining('Debt to the Penny'),
      location: 'two.csv',
      sha256: 'bb',
      fetched_at: '2026-02-01T00:00:00Z',
    },
  });
  expect(told.replaced).toMatchObject([
    { value: '2.20', place: 'line 2', superseded_at: '2026-02-01T00:00:00Z', run: { location: 'one.csv' } },
  ]);
});

test('a day without an observation is explained by the reason and the nearest dates', async () => {
  const { explain } = open();
  const saturday = await explain({ ...DEBT, date: '2025-03-08' });
  expect(saturday).toMatchObject({ current: null, replaced: [], before: '2025-03-06', after: null });
  expect(saturday.reason).toMatch(/2025-03-08 is a Saturday/);
  const never = await explain({ ...DEBT, series: 'total_public_debt_outstanding', date: '2025-03-07' });
  expect(never).toMatchObject({ current: null, reason: null, before: null, after: null });
});

test('revisions of one series are listed newest first, with the source of the new value', async () => {
  expect(await open().revisions(DEBT)).toEqual({
    ...DEBT,
    revisions: [
      {
        date: '2025-03-06',
        old_value: '2.20',
        new_value: '2.30',
        first_seen: '2026-01-01T00:00:00Z',
        superseded_at: '2026-02-01T00:00:00Z',
        new_location: 'two.csv',
      },
    ],
  });
});

test('a request for an unknown series or date fails with wrong_usage and a message', async () => {
  const { explain, revisions } = open();
  const wrong = { code: 'wrong_usage', message: expect.stringMatching(/\.$/) };
  const claims = { dataset: 'ui_state_weekly_claims', series: 'initial_claims' };
  await expect(explain({ ...DEBT, date: '2025-3-6' })).rejects.toMatchObject(wrong);
  await expect(explain({ ...DEBT, series: 'nothing', date: '2025-03-06' })).rejects.toMatchObject(wrong);
  await expect(explain({ ...DEBT, area: 'CA', date: '2025-03-06' })).rejects.toMatchObject(wrong);
  await expect(explain({ ...claims, area: '', date: '2025-03-08' })).rejects.toMatchObject(wrong);
  await expect(revisions({ dataset: 'constituents', series: 'SP500', area: '' })).rejects.toThrow(/history/);
});

test('a member of a list is explained by its line, by the replaced list of that day, and by its earlier weights', async () => {
  const folder = makeFolder();
  const hold = (location: string, date: string, weight: string, row: number) =>
    publish(
      folder.path,
      runOf('constituents', { source: 'ishares-holdings-csv', location, sha256: location.slice(0, 2) }),
      (open) =>
        open.constituents(
          'IVV',
          day(date),
          [
            { ticker: 'BRK.B', name: 'Berkshire', sector: 'Financials', weight, row },
            { ticker: 'AAPL', name: 'Apple', sector: 'Technology', weight: '7', row: 12 },
          ],
          600,
        ),
    );
  hold('old.csv', '2024-12-05', '1.5', 14);
  hold('aa.csv', '2024-12-06', '1.6', 13);
  hold('bb.csv', '2024-12-06', '1.7', 11);
  const reader = openReader(folder.path);
  onTestFinished(() => {
    reader.close();
    folder[Symbol.dispose]();
  });
  const calls = explanationCalls(reader, () => new Date('2026-03-01T12:00:00Z'));
  const asked = { series: 'IVV', date: '2024-12-06', member: 'BRKB' };
  const told = await calls['explain-list'](asked);
  const member = { ticker: 'BRK.B', name: 'Berkshire', sector: 'Financials', weight: '1.7' };
  expect(told).toMatchObject({
    ...asked,
    current: {
      count: 2,
      place: 'line 11',
      member: { ...member, place: 'line 11' },
      run: { location: 'bb.csv', sha256: 'bb', source_title: 'iShares fund holdings (CSV)' },
    },
    replaced: [
      { place: 'line 12', member: { weight: '1.6', place: 'line 13' }, run: { location: 'aa.csv' } },
    ],
    earlier: [{ date: '2024-12-05', member: { weight: '1.5' } }],
    before: '2024-12-05',
    after: null,
  });
  expect(await calls['explain-list']({ ...asked, member: 'GE' })).toMatchObject({
    current: { count: 2, member: null },
    earlier: [{ date: '2024-12-05', member: null }],
  });
  expect(await calls['explain-list']({ ...asked, date: '2024-12-07', member: '' })).toMatchObject({
    current: null,
    earlier: [],
    before: '2024-12-06',
  });
  await expect(calls['explain-list']({ ...asked, series: 'QQQ' })).rejects.toThrow(
    'There is no list of QQQ.',
  );
  await expect(calls['explain-list']({ ...asked, date: 'soon' })).rejects.toThrow("'soon' is not a day");
});

test('a pair of companies is confirmed, seen by another window, and taken back', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-work-calls-'));
  const works = [openWork(dataDir, { now: () => new Date() }), openWork(dataDir, { now: () => new Date() })];
  onTestFinished(() => {
    for (const work of works) work.close();
    rmSync(dataDir, { recursive: true });
  });
  const [one, other] = works.map(workCalls) as [ReturnType<typeof workCalls>, ReturnType<typeof workCalls>];
  const request = {
    before: { ticker: 'BLL', name: 'Ball Corp' },
    after: { ticker: 'BALL', name: 'Ball Corporation' },
    is_same: true,
  };
  expect(fits(SetSameCompanyRequest, request)).toBe(true);
  expect(fits(SetSameCompanyRequest, { ...request, after: { ticker: '', name: '' } })).toBe(false);
  expect((await one['set-same-company'](request)).pairs).toMatchObject([{ before: { ticker: 'BLL' } }]);
  expect(fits(SameCompanies, await other['same-companies']())).toBe(true);
  expect((await other['same-companies']()).pairs).toHaveLength(1);
  expect(await other['set-same-company']({ ...request, is_same: false })).toEqual({ pairs: [] });
  expect(await one['same-companies']()).toEqual({ pairs: [] });
});
