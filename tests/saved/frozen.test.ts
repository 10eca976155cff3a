import { expect, test } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import { withSpreads } from '../../service/derived/index.ts';
import { readViewAnswer } from '../../service/derived/view-answer.ts';
import { importFiles } from '../../service/ingest/index.ts';
import { checkFrozen, freeze, frozenLines } from '../../service/saved/index.ts';
import { openReader, openWriter, type Reader } from '../../service/store/index.ts';
import { readRequest } from '../../service/view/index.ts';
import { type Observation, publish, temporaryFolder } from '../api/folder.ts';
import { makeFolder } from '../ingest/folder.ts';
import { HAS_REAL_FILES, NO_FILES, pathOf } from '../sources/read-text.ts';

const FIRST = '2026-11-10T08:00:00.000Z';
const LATER = '2026-11-12T08:00:00.000Z';
const QUITS = '/explore?series=jolts.quits_level_sa';
const quits = (...values: [string, string][]): Observation[] =>
  values.map(([date, value]) => ({ code: 'quits_level_sa', date, value }));

/** Opens a reader of a folder while `use` runs. */
async function reading<T>(dataDir: string, use: (reader: Reader) => T | Promise<T>): Promise<T> {
  const reader = openReader(dataDir);
  try {
    return await use(withSpreads(reader));
  } finally {
    reader.close();
  }
}
const frozen = (dataDir: string, address: string) => reading(dataDir, (reader) => freeze(reader, address));

test('revised, new and gone values since the freeze are counted, and an instant without its history is lost', async () => {
  const dataDir = temporaryFolder();
  publish(dataDir, 'jolts', quits(['2024-01-01', '3400'], ['2024-02-01', '3500']), 'file', FIRST);
  const made = await frozen(dataDir, QUITS);
  publish(dataDir, 'jolts', quits(['2024-02-01', '3501'], ['2024-03-01', '3600']), 'file', LATER);
  const check = (what = made) => reading(dataDir, (reader) => checkFrozen(reader, QUITS, what));
  expect(await check()).toEqual({ state: 'changed', revised: 1, added: 1, gone: 0, total: 2 });
  // As after the restore of an older back-up, no run existed at this instant.
  const lost = { ...made, as_of: '2026-11-09T08:00:00.000Z' };
  expect(await check(lost)).toEqual({ state: 'lost', revised: 0, added: 0, gone: 0, total: 2 });
  await expect(reading(dataDir, (reader) => frozenLines(reader, QUITS, lost))).rejects.toThrow(
    /cannot be rebuilt, because an older back-up was restored/,
  );
});

test('a run that began before the freeze and was stored after it does not change the frozen data', async () => {
  const dataDir = temporaryFolder();
  publish(dataDir, 'jolts', quits(['2024-01-01', '3400']), 'file', '2026-11-10T08:00:00.000Z');
  // At the freeze the run of 11 November has begun, but is not stored yet.
  const made = await frozen(dataDir, QUITS);
  publish(dataDir, 'jolts', quits(['2024-01-01', '3401']), 'file', '2026-11-11T08:00:00.000Z');
  expect(await reading(dataDir, (reader) => checkFrozen(reader, QUITS, made))).toMatchObject({
    ...{ state: 'changed', revised: 1 },
  });
});

test('JOLTS openings stay as they were frozen when a newer file is imported', async ({ skip }) => {
  skip(!HAS_REAL_FILES, NO_FILES);
  const folder = makeFolder();
  const address = '/explore?series=jolts.job_openings_level_sa';
  const on = (day: string) => () => new Date(`2026-11-${day}T08:00:00Z`);
  await folder.import([pathOf('fred/fredgraph_2025_JTSJOL.csv')], { now: on('10') });
  const made = await frozen(folder.dataDir, address);
  await folder.import([pathOf('jolts/bls_v1_JTSJOL_2019_2026_excerpt.json')], { now: on('12') });
  expect(await reading(folder.dataDir, (reader) => checkFrozen(reader, address, made))).toEqual({
    ...{ state: 'changed', revised: 52, added: 15, gone: 0, total: 293 },
  });
  const april = (search: string) =>
    reading(folder.dataDir, async (reader) => {
      const view = readRequest(Object.fromEntries(new URLSearchParams(search)), '2026-11-23');
      const { lines, range } = await readViewAnswer(reader, view, '2026-11-23');
      const { days = new Int32Array(), values = [] } = lines[0]?.column ?? {};
      return [values[days.indexOf(dayNumber('2025-04-01') as number)], range.to];
    });
  const query = address.slice('/explore?'.length);
  expect(await april(`${query}&as_of=${made.as_of}`)).toEqual(['7391', '2025-04-01']);
  expect(await april(query)).not.toEqual(['7391', '2025-04-01']);
});

/** Stores a list with one member as one run. */
function publishList(dataDir: string, weight: string, fetchedAt: string): void {
  const writer = openWriter(dataDir);
  const run = { kind: 'import', dataset: 'constituents', origin: 'file', source: 'fixture' } as const;
  const open = writer.begin({ ...run, location: 'x.csv', sha256: '', fetchedAt });
  const member = { ticker: 'A', weight, sector: 'Energy', name: 'A, Inc' };
  open.constituents('SPY', dayNumber('2025-02-07') as number, [member]);
  open.commit();
  writer.close();
}

test('a list that was replaced by another of the same day is rebuilt as it was', async () => {
  const dataDir = temporaryFolder();
  publishList(dataDir, '60', FIRST);
  const address = '/constituents?code=SPY&date=2025-02-07';
  const made = await frozen(dataDir, address);
  publishList(dataDir, '59', LATER);
  publishList(dataDir, '58', '2026-11-13T08:00:00.000Z');
  const check = () => reading(dataDir, (reader) => checkFrozen(reader, address, made));
  expect(await check()).toMatchObject({
    ...{ state: 'changed', revised: 1, added: 0, gone: 0, total: 1 },
    lists: { reweighted: 1, added: 0, is_replaced: true },
  });
  expect(await reading(dataDir, (reader) => frozenLines(reader, address, made))).toMatch(/,60\n$/);
  // SPY is the only code here, so an address without a code means its list, too.
  expect(await frozen(dataDir, '/constituents')).toMatchObject({ lists: ['SPY@2025-02-07'] });
  await expect(
    reading(dataDir, (reader) => frozenLines(reader, address, { ...made, as_of: LATER })),
  ).rejects.toThrow(/cannot be rebuilt/);
  await expect(frozen(temporaryFolder(), address)).rejects.toThrow(/Nothing of these lists is stored here/);
});

test('the S&P 500 of 2014 and of 2026 differ by the members that joined, left and changed sector', async ({
  skip,
}) => {
  skip(!HAS_REAL_FILES, NO_FILES);
  const folder = makeFolder();
  const file = (name: string, listDate?: string) => [
    { path: pathOf(`constituents/${name}`), ...(listDate && { listDate }) },
  ];
  const on = (day: string) => ({
    ...{ dataDir: folder.dataDir, allowShrink: true },
    now: () => new Date(`2026-11-${day}T08:00:00Z`),
  });
  await importFiles({
    ...on('10'),
    files: file('sp500_constituents_2014-12-07_old_columns.csv', '2014-12-07'),
  });
  await importFiles({ ...on('10'), files: file('ishares_IVV_holdings_2024.csv') });
  const address = '/constituents?code=SP500';
  const made = await frozen(folder.dataDir, address);
  expect(made).toMatchObject({ rows: 496, lists: ['SP500@2014-12-07'] });
  const fund = await frozen(folder.dataDir, '/constituents?code=IVV&view=table');
  expect(fund).toMatchObject({ rows: 503, lists: ['IVV@2024-12-06'] });
  await importFiles({ ...on('12'), files: file('sp500_constituents_2026-08-08.csv', '2026-08-08') });
  expect(await reading(folder.dataDir, (reader) => checkFrozen(reader, address, made))).toMatchObject({
    ...{ state: 'changed', added: 203, gone: 196, total: 496 },
    lists: { reweighted: 0, added: 0, is_replaced: false },
  });
  expect(
    await reading(folder.dataDir, (reader) => checkFrozen(reader, '/constituents?code=IVV', fund)),
  ).toMatchObject({ state: 'same', total: 503 });
});
