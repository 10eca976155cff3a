import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { briefCalls } from '../../service/calls/brief-calls.ts';
import { STATES } from '../../service/datasets/states.ts';
import { largestFirst, medianRevision, noteText } from '../../service/series-math/brief.ts';
import { openReader } from '../../service/store/index.ts';
import { makeFolder as makeIngestFolder } from '../ingest/folder.ts';
import { HAS_REAL_FILES, REAL_FILES } from '../sources/read-text.ts';
import { makeFolder, publish, publishRows, runOf } from '../store/folder.ts';

const NOW = '2026-11-23T14:00:00Z';
const ASKED = { since_run: '', since: '', dataset: '', rows: '' };
const DEBT = 'debt_held_by_public';
const row = (date: string, value: string, code = DEBT) => ({
  code,
  area: '',
  day: dayNumber(date) as number,
  value,
});

function opened(path: string, now = NOW) {
  const reader = openReader(path);
  onTestFinished(() => reader.close());
  return { reader, ...briefCalls(reader, () => new Date(now)) };
}

function folder() {
  const made = makeFolder();
  onTestFinished(() => made[Symbol.dispose]());
  return made.path;
}

test('each observation counts once: as new, or as revised against its value at the given run', async () => {
  const path = folder();
  publishRows(path, runOf('us_debt'), [
    row('2025-03-05', '1.10'),
    row('2025-03-06', '2.20'),
    row('2025-03-07', '3'),
  ]);
  publishRows(path, runOf('us_debt'), [
    row('2025-03-06', '2.30'),
    row('2025-03-07', '4'),
    row('2025-03-10', '5'),
  ]);
  publishRows(path, runOf('us_debt'), [
    row('2025-03-06', '2.40'),
    row('2025-03-07', '3'),
    row('2025-03-10', '6'),
  ]);
  const { changes } = opened(path);
  const [debt] = (await changes({ ...ASKED, since_run: '1', dataset: 'us_debt', rows: 'all' })).datasets;
  // The value of 03-07 is the same again, and 03-10 had no value at run 1.
  expect(debt).toMatchObject({ dataset: 'us_debt', new: 1, revised: 1 });
  expect(debt?.series).toMatchObject([
    {
      series: DEBT,
      new: 1,
      revised: 1,
      newest: { date: '2025-03-10', value: '6' },
      before: { date: '2025-03-07', value: '3' },
      revisions: [{ date: '2025-03-06', old_value: '2.20', new_value: '2.40', run: 3 }],
      added: [{ date: '2025-03-10', value: '6', run: 3 }],
    },
  ]);
  expect((await changes({ ...ASKED, since_run: '2' })).datasets).toMatchObject([{ new: 0, revised: 3 }]);
  expect(await changes(ASKED)).toMatchObject({ since_run: 0, run: 3, datasets: [{ new: 4, revised: 0 }] });
  expect((await changes({ ...ASKED, since_run: '3' })).datasets).toEqual([]);
  // Run 99 is unknown because an older back-up was restored.
  expect(await changes({ ...ASKED, since_run: '99' })).toMatchObject({ since_run: 3, datasets: [] });
});

test('all rows are listed on request; otherwise 200 revisions of a series and no new rows', async () => {
  const path = folder();
  const days = Array.from({ length: 30_000 }, (_, at) => dateText(at - 10_000));
  publishRows(
    path,
    runOf('us_debt'),
    days.slice(0, 25_000).map((day) => row(day, '1')),
  );
  publishRows(
    path,
    runOf('us_debt'),
    days.map((day) => row(day, '2')),
  );
  const { changes } = opened(path);
  const of = async (rows: string) =>
    (await changes({ ...ASKED, since_run: '1', dataset: 'us_debt', rows })).datasets[0]?.series[0];
  const [few, all] = [await of(''), await of('all')];
  expect([few?.revised, few?.revisions.length, few?.added]).toEqual([25_000, 200, []]);
  expect([all?.revisions.length, all?.added.length]).toEqual([25_000, 5_000]);
});

test('sample data and refined roundings are no changes, but a list is one', async () => {
  const path = folder();
  publishRows(path, runOf('jolts', { kind: 'sample', origin: 'sample' }), [
    row('2025-01-01', '7000', 'job_openings_level_sa'),
  ]);
  const fred = { source: 'fred-csv', defersTo: ['bea'] };
  publish(path, runOf('personal_income_and_outlays', fred), (open) => {
    const key = { dataset: 'personal_income_and_outlays', code: 'total_personal_income', area: '' };
    open.observation(open.series(key), dayNumber('2025-01-01') as number, '24000100', 1, '50');
  });
  publishRows(path, runOf('personal_income_and_outlays', { source: 'bea', refines: true }), [
    row('2025-01-01', '24000123', 'total_personal_income'),
  ]);
  publish(path, runOf('constituents'), (open) =>
    open.constituents('IVV', dayNumber('2024-12-06') as number, [
      { ticker: 'AAPL', name: 'Apple', sector: 'Technology', weight: '7', row: 1 },
    ]),
  );
  const { changes } = opened(path);
  expect((await changes({ ...ASKED, since_run: '2' })).datasets).toMatchObject([
    { dataset: 'constituents', series: [], lists: [{ series: 'IVV', as_of: '2024-12-06', count: 1 }] },
  ]);
  expect((await changes(ASKED)).datasets.map(({ dataset }) => dataset)).toEqual([
    'personal_income_and_outlays',
    'constituents',
  ]);
});

test('headlines have their newest numbers; for states, the newest sum of all states', async () => {
  const path = folder();
  publishRows(path, runOf('us_debt'), [
    row('2024-01-02', '1', 'total_public_debt_outstanding'),
    row('2025-03-06', '36104343213.10', 'total_public_debt_outstanding'),
    row('2025-03-07', '7'),
  ]);
  const states = (date: string, areas: readonly string[]) =>
    areas.map((area, at) => ({ ...row(date, `${at + 1}.5`, 'initial_claims'), area }));
  const all = Object.keys(STATES);
  publishRows(path, runOf('ui_state_weekly_claims'), [
    ...states('2025-03-01', all),
    ...states('2025-03-08', all.slice(1)),
  ]);
  const { headlines } = await opened(path).headlines();
  const of = (id: string) => headlines.find((one) => one.id === id)?.observations;
  expect(of('us_debt.total_public_debt_outstanding')).toEqual([
    { date: '2025-03-06', value: '36104343213.10' },
  ]);
  expect(of('ui_state_weekly_claims.initial_claims')).toEqual([{ date: '2025-03-01', value: '1457.5' }]);
  expect(of('jolts.job_openings_level_sa')).toEqual([]);
  expect(headlines.some(({ id }) => id.startsWith('constituents.'))).toBe(false);
});

test('a state that is months late has its newest number, like other states', async () => {
  const path = folder();
  const claims = (area: string, date: string, value: string) => ({
    ...row(date, value, 'initial_claims'),
    area,
  });
  publishRows(path, runOf('ui_state_weekly_claims'), [
    claims('AK', '2025-03-08', '1'),
    claims('VI', '2024-11-30', '72'),
  ]);
  const { changes } = opened(path);
  for (const dataset of ['', 'ui_state_weekly_claims'])
    expect((await changes({ ...ASKED, dataset })).datasets[0]?.series).toMatchObject([
      { area: 'AK', newest: { date: '2025-03-08', value: '1' } },
      { area: 'VI', newest: { date: '2024-11-30', value: '72' } },
    ]);
});

test('an instant selects the runs that ended after it', async () => {
  const path = folder();
  publishRows(path, runOf('us_debt'), [row('2025-03-05', '1.10')]);
  const { changes, reader } = opened(path);
  const { at } = reader.lastRun();
  expect(await changes({ ...ASKED, since: '2020-01-01T00:00:00Z' })).toMatchObject({
    since_run: 0,
    datasets: [{ new: 1 }],
  });
  expect(await changes({ ...ASKED, since: at })).toMatchObject({ since_run: 1, datasets: [] });
  await expect(changes({ ...ASKED, dataset: 'nothing' })).rejects.toThrow('There is no dataset nothing.');
});

test('job openings of 2025 and then of 2026 give 15 new, 52 revised, and the release note', async ({
  skip,
}) => {
  skip(!HAS_REAL_FILES, 'the publishers’ files are not beside the project (../shared/data)');
  const made = makeIngestFolder();
  const file = (name: string) => fileURLToPath(new URL(name, REAL_FILES));
  await made.import([file('fred/fredgraph_2025_JTSJOL.csv')]);
  await made.import([file('jolts/bls_v1_JTSJOL_2019_2026_excerpt.json')]);
  const { changes, reader } = opened(made.dataDir);
  const { datasets } = await changes({ ...ASKED, since_run: '1', dataset: 'jolts' });
  const [openings] = datasets[0]?.series ?? [];
  expect(openings).toMatchObject({ series: 'job_openings_level_sa', new: 15, revised: 52 });
  expect(openings?.revisions).toHaveLength(52);
  expect(openings?.revisions[0]).toMatchObject({ date: '2024-11-01', old_value: '8031', new_value: '7566' });
  const known = reader.replaced({ dataset: 'jolts', code: 'job_openings_level_sa', area: '' });
  expect(known).toHaveLength(52);
  expect(medianRevision(known)).toBe('57');
  expect(largestFirst(known)[0]).toMatchObject({ oldValue: '8031' });
  expect(noteText(openings?.note ?? [])).toMatchInlineSnapshot(
    `"Job openings, level, SA: 7,271 thousands in July 2026, +89 on the month, +182 on the year."`,
  );
  const [brief] = (await changes({ ...ASKED, since_run: '1' })).datasets;
  expect(brief?.series[0]?.revisions).toHaveLength(3);
});

test.each([
  // Thanksgiving is on Thursday 2026-11-26.
  ['2026-11-23T14:00:00Z', 'Wed 2026-11-25, 08:30 ET', '2026-11-25T13:30:00.000Z', '2026-11-21'],
  // Clocks go back on Sunday 2026-11-01: 08:30 is an hour later in UTC.
  ['2026-10-27T12:00:00Z', 'Thu 2026-10-29, 08:30 ET', '2026-10-29T12:30:00.000Z', '2026-10-24'],
  ['2026-10-30T12:00:00Z', 'Thu 2026-11-05, 08:30 ET', '2026-11-05T13:30:00.000Z', '2026-10-31'],
])('at %s the next claims come %s', async (now, text, at, date) => {
  const { calendar } = opened(folder(), now);
  const next = (await calendar({ days: '14' })).releases.find(
    ({ dataset }) => dataset === 'ui_weekly_claims',
  );
  expect(next).toEqual({
    dataset: 'ui_weekly_claims',
    at,
    text,
    is_about: false,
    date,
    is_here: false,
  });
});

test('a release of today stays in the calendar, marked as here once its data are stored', async () => {
  const path = folder();
  const of = async () => {
    const { calendar } = opened(path, '2026-11-25T20:00:00Z');
    return (await calendar({ days: '14' })).releases.filter(({ dataset }) => dataset === 'ui_weekly_claims');
  };
  expect((await of()).map(({ text, is_here }) => [text, is_here])).toEqual([
    ['Wed 2026-11-25, 08:30 ET', false],
    ['Thu 2026-12-03, 08:30 ET', false],
  ]);
  publishRows(path, runOf('ui_weekly_claims'), [row('2026-11-21', '225000', 'initial_claims_sa')]);
  expect((await of()).map(({ is_here }) => is_here)).toEqual([true, false]);
});
