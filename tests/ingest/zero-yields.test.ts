import { expect, test } from 'vitest';
import { workbook } from '../sources/workbook-fixtures.ts';
import { makeFolder } from './folder.ts';

test.each([
  ['the long CSV', 'dataset,series,date,value\nyields,US3M,2017-04-14,0\nyields,US10Y,2017-04-14,0.00\n'],
  ['FRED’s CSV', 'observation_date,DGS3MO,DGS10\n2017-04-13,0.00,2.24\n2017-04-14,0.00,0.00\n'],
  ['the Treasury’s CSV', 'Date,"3 Mo","10 Yr"\n04/13/2017,0.00,2.24\n04/14/2017,0.81,0.00\n'],
])('yields of a year and more were never 0: %s', async (_, text) => {
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

test('a finding in a workbook names its row, as other faults do', async () => {
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
