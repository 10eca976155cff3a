import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { previewFile } from '../../service/ingest/index.ts';
import { makeSample } from '../../service/ingest/sample/index.ts';
import { openIngestWorker } from '../../service/ingest/worker/index.ts';
import { workbook } from '../sources/workbook-fixtures.ts';
import { weekdayAt } from '../weekdays.ts';
import { type Folder, makeFolder, NOW } from './folder.ts';

const LONG = 'dataset,series,date,value,state\n';
const HELD = ['data_state', 'observation', 'series', 'revision', 'run', 'constituent'];

/** @returns the refusal's message, which import and preview give; with `allowJumps`, the file is accepted. */
async function refusal(folder: Folder, text: string, name = 'bad.csv'): Promise<string> {
  const file = folder.write(name, text);
  const before = folder.dump(HELD);
  const empty = HELD.join('\n');
  const { code, message } = await folder.failure([file]);
  expect(code).toBe('file_jumps');
  const after = folder.dump(HELD);
  if (before === '') expect(after.replace(/\n\[.*\]/, '')).toBe(empty);
  else expect(after).toBe(before);
  const { notes } = await previewFile({ dataDir: folder.dataDir, file: { path: file }, now: () => NOW });
  expect(notes.at(-1)?.replaceAll(`${folder.path}/`, '')).toBe(`An import would be refused: ${message}`);
  const [taken] = await folder.import([file], { allowJumps: true });
  expect(taken?.notes.join(' ')).toMatch(/It was stored as it stands\./);
  expect(message).toMatch(/\. Nothing was stored\. If it is right, import it with --allow-jumps\.$/);
  return message.replace(/\. Nothing was stored.*/, '');
}

async function held(text: string): Promise<Folder> {
  const folder = makeFolder();
  await folder.import([folder.write('held.csv', text)]);
  return folder;
}

const debt = (count: number, value: (at: number) => string, from = 14_000) =>
  `${LONG}${Array.from({ length: count }, (_, at) => `us_debt,total_public_debt_outstanding,${dateText(weekdayAt(from + at))},${value(at)},\n`).join('')}`;

describe('numbers that must be mistakes', () => {
  test('26 digits are refused on the first import, and 25 are accepted', async () => {
    const folder = makeFolder();
    const nines = '9'.repeat(24);
    expect(
      await refusal(
        folder,
        debt(3, (at) => (at === 1 ? `${nines}.99` : `${nines}.9`)),
      ),
    ).toBe(
      'bad.csv, line 3: total_public_debt_outstanding on 2023-09-05 has 26 digits; no publisher gives more than 25',
    );
  });

  test('a value of 400 digits among ordinary ones is refused, and other faults are still found', async () => {
    const text = debt(5, (at) =>
      at === 2 ? '3'.repeat(400) : at === 3 ? `36${'0'.repeat(20)}` : '36000000000000.10',
    );
    expect(await refusal(makeFolder(), text)).toMatch(
      /^bad\.csv, line 4: .* has 400 digits; .* \(and 1 more like it\)$/,
    );
  });

  test.each([
    [
      '36000000',
      '36000000000000',
      'line 4: total_public_debt_outstanding on 2023-09-06 is 36000000000000, more than a million times 36000000, the largest',
    ],
    ['0.07', '70000', 'is 70000, more than'],
    ['-0.07', '70000', 'more than a million times -0.07'],
  ])('on a first import, among values of %s, the value %s is refused', async (ordinary, far, message) => {
    const text = (value: string) => debt(4, (at) => (at === 2 ? value : at === 0 ? '0' : ordinary));
    expect(await refusal(makeFolder(), text(far))).toContain(message);
    expect(await held(text(String(Number(far) - 1)))).toBeDefined();
  });

  test('a value 10⁶ times the largest ever stored is refused, and one unit less is accepted, also after a revision', async () => {
    const one = (value: string) => `${LONG}jolts,job_openings_level_sa,2024-02-01,${value},\n`;
    const rows = `${LONG}jolts,job_openings_level_sa,2024-01-01,7000,\njolts,job_openings_level_sa,2023-12-01,9,\n`;
    expect(await refusal(await held(rows), one('7000000000'))).toContain(
      'line 2: job_openings_level_sa on 2024-02-01 is 7000000000, more than a million times 7000, the largest value of it before',
    );
    const folder = await held(rows);
    await folder.import([folder.write('near.csv', one('6999999999'))]);
    const replaced = await held(rows);
    await replaced.import([replaced.write('new.csv', `${LONG}jolts,job_openings_level_sa,2024-01-01,8,\n`)]);
    await replaced.import([replaced.write('near.csv', one('6999999999'))]);
  });

  test('values of another series, another state or a sample do not count', async () => {
    const folder = makeFolder();
    await makeSample({ dataDir: folder.dataDir, now: () => NOW });
    const real = folder.write(
      'debt.csv',
      debt(1, () => '99999999999999999999.00'),
    );
    const preview = await previewFile({ dataDir: folder.dataDir, file: { path: real }, now: () => NOW });
    expect(preview.notes).toEqual([]);
    await folder.import([real]);
    const states = `${LONG}ui_state_weekly_claims,initial_claims,2024-01-06,1,VI\n`;
    await folder.import([folder.write('vi.csv', states)]);
    const others = `${LONG}ui_state_weekly_claims,initial_claims,2024-01-06,2000000,CA\n`;
    await folder.import([folder.write('ca.csv', others)]);
    expect(await refusal(folder, others.replace('CA', 'VI').replace('-06', '-13'))).toContain(
      'initial_claims (VI)',
    );
  });

  test('if only zeros are stored, any value may follow', async () => {
    const repo = (date: string, value: string) =>
      `${LONG}factors_affecting_reserve_balances,repurchase_agreements,${date},${value},\n`;
    const folder = await held(repo('2019-09-11', '0'));
    await folder.import([folder.write('first.csv', repo('2019-09-18', '300000000'))]);
  });

  test('rows in any order are refused if and only if one value is 10⁶ times all smaller ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc
            .integer({ min: 1, max: 999 })
            .chain((n) => fc.integer({ min: 0, max: 9 }).map((p) => n * 10 ** p)),
          {
            minLength: 2,
            maxLength: 6,
          },
        ),
        async (values) => {
          const sorted = values.toSorted((a, b) => a - b);
          const isFar = sorted.some((value, at) => at > 0 && value >= (sorted[at - 1] ?? 0) * 1e6);
          const folder = makeFolder();
          const file = folder.write(
            'x.csv',
            debt(values.length, (at) => String(values[at])),
          );
          const taken = await folder.import([file]).then(
            () => true,
            (error: { code?: string }) => error.code !== 'file_jumps' && Promise.reject(error),
          );
          expect(taken).toBe(!isFar);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('claims', () => {
  test.each([
    ['ui_weekly_claims', 'initial_claims_sa', '', '-5'],
    ['ui_weekly_claims', 'continued_claims_nsa', '', '1800000.5'],
    ['ui_state_weekly_claims', 'initial_claims', 'CA', '-1'],
    ['ui_state_weekly_claims', 'continued_claims', 'CA', '0.1'],
  ])('of %s %s must be whole and not negative', async (dataset, code, state, value) => {
    const text = `${LONG}${dataset},${code},2024-01-06,${value},${state}\n`;
    expect(await refusal(makeFolder(), text)).toBe(
      `bad.csv, line 2: ${code}${state && ` (${state})`} on 2024-01-06 is ${value}; claims are counted, so that a whole number from 0 on is right`,
    );
  });

  test('four-week averages may have fractions, and whole numbers may have zeros after the point', async () => {
    const rows = [
      'ui_weekly_claims,initial_claims_sa_4w_avg,2024-01-06,207250.75,',
      'ui_weekly_claims,continued_claims_sa_4w_avg,2024-01-06,1807250.25,',
      'ui_weekly_claims,initial_claims_sa,2024-01-06,207000.0,',
      'ui_weekly_claims,initial_claims_nsa,2024-01-06,0,',
    ];
    expect(await held(`${LONG}${rows.join('\n')}\n`)).toBeDefined();
  });
});

describe('weights', () => {
  const list = (...weights: string[]) =>
    `series,as_of,ticker,name,sector,weight\n${weights.map((weight, at) => `IX,2024-01-05,T${at},Company,,${weight}\n`).join('')}`;

  test.each([
    [
      list('150', '1'),
      'line 2: in the list of IX as of 2024-01-05 T0 has a weight of 150 %; none is above 100',
    ],
    [list('100.0000001'), 'T0 has a weight of 100.0000001 %'],
    [list('90', '60.5', '39.5'), 'the weights of the list of IX as of 2024-01-05 add up to 190.0 %'],
    [list('60.5', '40.51'), 'add up to 101.01 %; 100 is right, and 101 the most that rounding makes of it'],
    [list(`0.${'1'.repeat(30)}`), 'more than 25 digits'],
  ])('%j is refused', async (text, message) => {
    expect(await refusal(makeFolder(), text)).toContain(message);
  });

  test.each([
    ['one of 100', list('100')],
    ['a sum of 101', list('60.5', '40.50')],
    ['a list of cash that is owed', list('99.5', '1.2', '-0.7')],
    ['no weights', list('', '')],
  ])('%s is accepted', async (_, text) => {
    expect(await held(text)).toBeDefined();
  });
});

test('rounded weights may exceed a sum of 101 by half a unit of the last digit each', async () => {
  const alike = (weight: string) =>
    `series,as_of,ticker,name,sector,weight\n${Array.from({ length: 1800 }, (_, at) => `IX,2024-01-05,T${at},Company,,${weight}\n`).join('')}`;
  // 0.0556 % is the weight in a fund that holds equal parts of 1,800 companies.
  expect(await held(alike('0.06'))).toBeDefined();
  expect(await refusal(makeFolder(), alike('0.07'))).toContain(
    'add up to 126.00 %; 100 is right, and 109 the most that rounding makes of it',
  );
});

describe('a history that is never revised', () => {
  const days = (changed: number, count = 220) => debt(count, (at) => (at < changed ? '2.00' : '1.00'));

  test('11 changed days of 219 are refused; 11 of 220, exactly 5 %, are accepted', async () => {
    expect(await refusal(await held(days(0, 219)), days(11, 219))).toBe(
      'bad.csv changes 11 of 219 observations of us_debt that are held for its series and dates, more than 5 %, and they are never revised: it may describe something else',
    );
    const folder = await held(days(0));
    const [imported] = await folder.import([folder.write('some.csv', days(11))]);
    expect(imported?.runs).toMatchObject([{ revised: 11, unchanged: 209 }]);
  });

  test('10 days may change however few days there are; 11 may not', async () => {
    const folder = await held(days(0, 11));
    const ten = debt(11, (at) => (at < 10 ? '2.00' : '1.00'));
    await folder.import([folder.write('ten.csv', ten)]);
    await refusal(
      folder,
      debt(11, () => '3.00'),
    );
  });

  test('new days, other series and the same number with other digits are not counted as changes', async () => {
    const folder = await held(days(0, 100));
    await folder.import([
      folder.write(
        'more.csv',
        debt(300, () => '1.0'),
      ),
      folder.write(
        'other.csv',
        days(0, 100).replaceAll('total_public_debt_outstanding', 'debt_held_by_public'),
      ),
    ]);
  });

  test('yields are checked too, in the Treasury’s own file; claims are not, because they are revised', async () => {
    const rates = (rate: string) =>
      `Date,"1 Yr","10 Yr"\n${Array.from({ length: 20 }, (_, at) => dateText(weekdayAt(14_000 + at)))
        .map((day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)},,${rate}`)
        .join('\n')}`;
    expect(await refusal(await held(rates('4.05')), rates('1.93'))).toContain(
      'changes 20 of 20 observations of yields',
    );
    const claims = (value: string) =>
      `observation_date,ICSA\n${Array.from({ length: 20 }, (_, at) => `${dateText(19_728 - 7 * at)},${value}\n`).join('')}`;
    const folder = await held(claims('1000'));
    expect((await folder.import([folder.write('more.csv', claims('2000'))]))[0]?.runs).toMatchObject([
      { revised: 20 },
    ]);
  });

  test('sample data are not counted', async () => {
    const folder = makeFolder();
    await makeSample({ dataDir: folder.dataDir, now: () => NOW });
    const [imported] = await folder.import([folder.write('real.csv', days(0))]);
    expect(imported?.runs).toMatchObject([{ added: 220, revised: 0 }]);
  });

  test('the worker accepts permitted jumps', async () => {
    const folder = await held(days(0, 20));
    const file = {
      path: folder.write(
        'new.csv',
        debt(20, () => '3.00'),
      ),
    };
    const worker = openIngestWorker({ dataDir: folder.dataDir, now: () => NOW, log: () => undefined });
    await expect(worker.import([file])).rejects.toMatchObject({ code: 'file_jumps' });
    await expect(worker.import([file], { allowShrink: true })).rejects.toMatchObject({ code: 'file_jumps' });
    expect(await worker.import([file], { allowJumps: true })).toHaveLength(1);
    await worker.close();
  });
});

test.each([
  ['the long CSV', 'dataset,series,date,value\nyields,US3M,2017-04-14,0\nyields,US10Y,2017-04-14,0.00\n'],
  ['FRED’s CSV', 'observation_date,DGS3MO,DGS10\n2017-04-13,0.00,2.24\n2017-04-14,0.00,0.00\n'],
  ['the Treasury’s CSV', 'Date,"3 Mo","10 Yr"\n04/13/2017,0.00,2.24\n04/14/2017,0.81,0.00\n'],
])('a yield of a year and more may not be 0: %s', async (_, text) => {
  const folder = makeFolder();
  const file = folder.write('bad.csv', text);
  expect(await folder.failure([file])).toEqual({
    code: 'file_jumps',
    message:
      'bad.csv, line 3: US10Y on 2017-04-14 is 0.00, which it never was; a day without a value is left out of a file. Nothing was stored. If it is right, import it with --allow-jumps.',
  });
  expect(folder.dump()).not.toContain('US10Y');
  expect(await folder.import([file], { allowJumps: true })).toHaveLength(1);
});

test('a finding in a workbook names its row', async () => {
  const folder = makeFolder();
  const file = folder.write(
    'fred.xlsx',
    workbook([
      ['observation_date', 'DGS10'],
      [{ n: '42838' }, { n: '2.24' }],
      [{ n: '42839' }, { n: '0' }],
    ]),
  );
  const { message } = await folder.failure([file]);
  expect(message).toMatch(/^fred\.xlsx, row 3: US10Y on 2017-04-14 is 0, /);
  const [taken] = await folder.import([file], { allowJumps: true });
  expect(taken?.notes).toContainEqual(expect.stringMatching(/^Row 3: US10Y on 2017-04-14 is 0, /));
  const debts = folder.write(
    'debt.json',
    JSON.stringify({
      data: ['10000000.00', '36000000000000.00'].map((amount, at) => ({
        record_date: `2023-09-0${at + 5}`,
        tot_pub_debt_out_amt: amount,
        debt_held_public_amt: 'null',
        intragov_hold_amt: 'null',
      })),
    }),
  );
  expect((await folder.failure([debts])).message).toMatch(/^debt\.json, record 2: /);
});
