import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import { today } from '../../service/calendar/today.ts';
import { makeFolder } from './folder.ts';

const LONG = 'dataset,series,date,value,state\n';

async function failureOf(text: string): Promise<string> {
  const folder = makeFolder();
  await folder.import([folder.write('held.csv', `${LONG}jolts,hires_rate_sa,2020-01-01,3.9,\n`)]);
  const before = folder.dump();
  const { message } = await folder.failure([folder.write('bad.csv', text)]);
  expect(folder.dump()).toBe(before);
  return message;
}

describe('days', () => {
  test.each([
    [
      `${LONG}ui_weekly_claims,initial_claims_sa,2024-01-05,1,\n`,
      'bad.csv, line 2, column "date": 2024-01-05 is a Friday; the weeks of ui_weekly_claims are dated by their Saturday.',
    ],
    [
      `${LONG}ui_state_weekly_claims,initial_claims,2024-01-07,1,CA\n`,
      '2024-01-07 is a Sunday; the weeks of ui_state_weekly_claims are dated by their Saturday.',
    ],
    [
      'observation_date,TREAST\n2024-01-04,1\n',
      'bad.csv, line 2, column "observation_date": 2024-01-04 is a Thursday; the weeks of factors_affecting_reserve_balances are dated by their Wednesday.',
    ],
    [
      `${LONG}jolts,hires_rate_sa,2024-01-31,1,\n`,
      '2024-01-31 is not the first of a month; the months of jolts are dated by their first day, here 2024-01-01.',
    ],
    [
      `${LONG}us_debt,debt_held_by_public,2026-11-23,1.00,\n`,
      '2026-11-23 is in the future; today is 2026-11-2',
    ],
    [`${LONG}jolts,hires_rate_sa,2027-01-01,1,\n`, '2027-01-01 is in the future'],
    [`${LONG}ui_weekly_claims,initial_claims_sa,2026-11-28,1,\n`, '2026-11-28 is in the future'],
    [`${LONG}ui_state_weekly_claims,initial_claims,2026-11-28,1,CA\n`, '2026-11-28 is in the future'],
    ['observation_date,TREAST\n2026-11-25,1\n', '2026-11-25 is in the future'],
    [
      `${LONG}us_debt,debt_held_by_public,2024-01-07,1.00,\n`,
      'bad.csv, line 2, column "date": 2024-01-07 is a Sunday; us_debt has values on Monday to Friday only.',
    ],
    [`${LONG}us_debt,debt_held_by_public,2024-01-06,1.00,\n`, '2024-01-06 is a Saturday; us_debt has'],
    ['series,date,value\nUS10Y,2024-01-06,4.05\n', '2024-01-06 is a Saturday; yields has values'],
    ['DATE,DGS10\n2024-09-01,3.72\n', '2024-09-01 is a Sunday; yields has values'],
    ['Date,"1 Yr","10 Yr"\n01/06/2024,,4.05\n', '2024-01-06 is a Saturday; yields has values'],
    [
      'Record Date,Debt Held by the Public,Intragovernmental Holdings,Total Public Debt Outstanding\n2024-01-06,1.00,1.00,2.00\n',
      '2024-01-06 is a Saturday; us_debt has values',
    ],
    ['series,as_of,ticker,name,sector,weight\nIX,2027-01-01,A,B,C,1\n', '2027-01-01 is in the future'],
  ])('%j is refused', async (text, message) => {
    expect(await failureOf(text)).toContain(message);
  });

  test('a day on which markets are closed may have values, such as Good Friday or the day before Christmas', async () => {
    const folder = makeFolder();
    const days = ['2021-12-24', '2024-03-29', '2024-12-25'];
    const text = days.flatMap((day) => [
      `yields,US10Y,${day},4.20,\n`,
      `us_debt,debt_held_by_public,${day},1.00,\n`,
    ]);
    const [imported] = await folder.import([folder.write('days.csv', `${LONG}${text.join('')}`)]);
    expect(imported?.runs.map(({ added }) => added)).toEqual([3, 3]);
  });

  test('a list may have any date', async () => {
    const folder = makeFolder();
    const list = 'series,as_of,ticker,name,sector,weight\nIX,2024-01-07,A,B,C,1\n';
    expect(await folder.import([folder.write('list.csv', list)])).toHaveLength(1);
  });

  test('a wrong day is found in a file with descending days', async () => {
    const text = 'observation_date,ICSA\n2024-01-13,200000\n2024-01-05,200000\n';
    expect(await failureOf(text)).toContain('2024-01-05 is a Friday');
  });

  test('today is never before the UTC day', () => {
    expect(today(new Date('2026-11-20T00:30:00Z'))).toBeGreaterThanOrEqual(dayNumber('2026-11-20') ?? 0);
    expect(today(new Date('2026-11-20T23:30:00Z'))).toBeGreaterThanOrEqual(dayNumber('2026-11-20') ?? 0);
  });
});

describe('rows that contradict each other', () => {
  test('zeros at the end of a part’s value do not change the sum', async () => {
    const folder = makeFolder();
    const rows = [
      'debt_held_by_public,2024-01-02,20.100000000',
      'intragovernmental_holdings,2024-01-02,5.05',
      'total_public_debt_outstanding,2024-01-02,25.15',
    ];
    const text = `${LONG}${rows.map((row) => `us_debt,${row},\n`).join('')}`;
    expect(await folder.import([folder.write('zeros.csv', text)])).toHaveLength(1);
  });

  test('the parts of the debt must add up to the total, to the cent', async () => {
    expect(
      await failureOf(
        '2024-01-03,20000000000000.10,5.05,20000000000005.15\n2024-01-02,20000000000000.10,5.05,20000000000005.16\n',
      ),
    ).toBe(
      'bad.csv, line 2: on 2024-01-02 debt held by the public and intragovernmental holdings make 20000000000005.15, not the total of 20000000000005.16; they must agree to the cent.',
    );
    const long = [
      'debt_held_by_public,2024-01-02,2.50',
      'total_public_debt_outstanding,2024-01-02,4.00',
      'intragovernmental_holdings,2024-01-02,1.49',
    ];
    expect(await failureOf(`${LONG}${long.map((row) => `us_debt,${row},\n`).join('')}`)).toContain(
      'line 4: on 2024-01-02 debt held by the public and intragovernmental holdings make 3.99, not the total of 4.00',
    );
  });

  test('two values for one day of a series are refused', async () => {
    const message = await failureOf(
      'series,date,value\nUS2Y,2024-01-02,4.25\nUS2Y,2024-01-03,4.30\nUS2Y,2024-01-02,4.26\n',
    );
    expect(message).toMatch(/^bad\.csv.*4.*US2Y.*2024-01-02.*4\.26.*4\.25/);
  });
});
