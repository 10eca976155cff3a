import { expect, test } from 'vitest';
import { checkLeftOut, checkRefused, facts, ODD } from './look-alikes.ts';
import { failureOf } from './read-text.ts';
import { treasuryFeed } from './xml-fixtures.ts';

const fred = (...ids: string[]) =>
  `observation_date,${ids.join(',')}\n2024-01-06${`,${ODD}`.repeat(ids.length)}\n`;
const notHeld = (id: string) => new RegExp(`"${id}" is not a FRED series that Almanac holds`);

checkRefused('FRED', [
  ['percent change (units=pch)', fred('ICSA_PCH'), /"ICSA_PCH" is ICSA in other units \(PCH\)/],
  ['change from a year ago beside the level', fred('ICSA', 'ICSA_CH1'), /ICSA in other units \(CH1\)/],
  ['an index of a date (units=nbd)', fred('JTSJOL_NBD20200101'), /JTSJOL in other units/],
  ['real yields of ten years', fred('DFII10'), notHeld('DFII10')],
  ['monthly yields of ten years', fred('GS10'), notHeld('GS10')],
  ['weekly yields of ten years', fred('WGS10YR'), notHeld('WGS10YR')],
  ['real personal income', fred('RPI'), notHeld('RPI')],
  ['disposable personal income', fred('DSPI'), notHeld('DSPI')],
  ['quarterly personal income', fred('PINCOME'), notHeld('PINCOME')],
  ['personal income of a state', fred('CAOTOT'), notHeld('CAOTOT')],
  ['openings of one industry', fred('JTS3000JOL'), notHeld('JTS3000JOL')],
  ['insured unemployment of a state', fred('CAINSUREDUR'), notHeld('CAINSUREDUR')],
  ['claims of an area that is no state', fred('XXICLAIMS'), notHeld('XXICLAIMS')],
  ['the Treasury’s account as a week’s average', fred('WTREGEN'), notHeld('WTREGEN')],
  ['quarterly debt in millions', fred('GFDEBTN'), notHeld('GFDEBTN')],
  ['exports of goods and services', fred('EXPGS'), notHeld('EXPGS')],
  ['the level of the S&P 500 index', fred('SP500'), notHeld('SP500')],
  [
    'observations of the API',
    `{"units":"pch","count":900,"offset":0,"limit":1,"observations":[{"date":"2024-01-06","value":"${ODD}"}]}`,
    /is a JSON file of FRED’s API, without the id of its series, .*fredgraph\.csv\?id=ICSA/,
  ],
]);
checkRefused('ALFRED', [
  ['one vintage', fred('ICSA_20240606'), /"ICSA_20240606" is an old vintage of ICSA/],
  [
    'a table of real-time periods',
    `period_start_date,ICSA,realtime_start_date,realtime_end_date\n2024-01-06,${ODD},2024-01-11,2024-01-17\n`,
    /is a text file of FRED/,
  ],
]);

test('FRED: each adjustment and average is read as its own series', () => {
  expect(facts('observation_date,ICSA,ICNSA,IC4WSA,CCSA\n2024-01-27,1,2,3,4\n').observations).toEqual([
    'ui_weekly_claims/continued_claims_sa 2024-01-27 4',
    'ui_weekly_claims/initial_claims_nsa 2024-01-27 2',
    'ui_weekly_claims/initial_claims_sa 2024-01-27 1',
    'ui_weekly_claims/initial_claims_sa_4w_avg 2024-01-27 3',
  ]);
});

const curve = (header: string) => `${header}\n01/02/2025${`,${ODD}`.repeat(header.split(',').length - 1)}\n`;
const REAL = /holds the Treasury’s real par yields .*another dataset.* no maturity under 5 years/;
const feed = (name: string, properties: string) =>
  `<?xml version="1.0"?>\n<feed><title type="text">${name}</title><entry><id>${name}(1)</id><content><m:properties>${properties}</m:properties></content></entry></feed>`;
const day = '<d:NEW_DATE>2025-01-02T00:00:00</d:NEW_DATE>';

checkRefused('Treasury CSV', [
  ['real par yields', curve('Date,"5 YR","7 YR","10 YR","20 YR","30 YR"'), REAL],
  ['real par yields, saved again', curve('date,5 yr,7 yr,10 yr,20 yr,30 yr'), REAL],
  ['real par yields, some of them', curve('Date,"10 Yr","20 Yr"'), REAL],
  [
    'bill rates',
    curve('Date,"4 WEEKS BANK DISCOUNT","4 WEEKS COUPON EQUIVALENT","52 WEEKS BANK DISCOUNT"'),
    /holds the Treasury’s bill rates, another dataset/,
  ],
  ['bill rates, saved again', curve('date,4 weeks bank discount'), /the Treasury’s bill rates/],
  [
    'long-term rates',
    curve('Date,"LT COMPOSITE (>10 Yrs)","TREASURY 20-Yr CMT","Extrapolation Factor"'),
    /holds the Treasury’s long-term rates, another dataset/,
  ],
  ['real long-term rates', curve('Date,"LT Real Average (10> Yrs)"'), /the Treasury’s real long-term rates/],
]);
checkRefused('Treasury XML', [
  [
    'real par yields',
    feed('DailyTreasuryRealYieldCurveRateData', `${day}<d:TC_5YEAR>${ODD}</d:TC_5YEAR>`),
    /holds the Treasury’s real par yields/,
  ],
  [
    'real par yields under the names of nominal ones',
    feed('a feed', `${day}<d:BC_5YEAR>${ODD}</d:BC_5YEAR><d:BC_30YEAR>${ODD}</d:BC_30YEAR>`),
    REAL,
  ],
  [
    'real par yields by their title alone',
    feed('DailyTreasuryRealYieldCurveRateData', `${day}<d:BC_1MONTH>${ODD}</d:BC_1MONTH>`),
    /holds the Treasury’s real par yields/,
  ],
  [
    'bill rates',
    feed(
      'DailyTreasuryBillRateData',
      `<d:INDEX_DATE/><d:ROUND_B1_CLOSE_4WK_2>${ODD}</d:ROUND_B1_CLOSE_4WK_2>`,
    ),
    /holds the Treasury’s bill rates/,
  ],
  [
    'long-term rates, one of which is called BC_20year',
    feed('DailyTreasuryLongTermRateData', `<d:RATE>${ODD}</d:RATE><d:RATE_TYPE>BC_20year</d:RATE_TYPE>`),
    /holds the Treasury’s long-term rates/,
  ],
  [
    'real long-term rates',
    feed('DailyTreasuryRealLongTermRateAverageData', `<d:RATE>${ODD}</d:RATE>`),
    /holds the Treasury’s real long-term rates/,
  ],
]);
checkLeftOut('Treasury', [
  [
    'a maturity that is not held',
    'Date,"1 Mo","40 Yr"\n01/02/2025,4.45,7777\n',
    'Date,"1 Mo"\n01/02/2025,4.45\n',
  ],
  [
    'the 30-year rate for display',
    treasuryFeed((xml) => xml.replaceAll('9.99', ODD)),
    treasuryFeed((xml) => xml.replace(/.*BC_30YEARDISPLAY.*\n?/g, '')),
  ],
]);

test('Treasury: the refusal of real yields names them', () => {
  expect(failureOf(curve('Date,"5 YR","10 YR"'))).toBe(
    'test.csv holds the Treasury’s real par yields (of inflation-indexed securities), another dataset, or a part of the nominal ones that cannot be distinguished from them: it has "5 YR", "10 YR" and no maturity under 5 years. Almanac holds the nominal par yield curve: "Daily Treasury Par Yield Curve Rates" (daily_treasury_yield_curve) is right.',
  );
});

test('Treasury: nominal yields are accepted in any capitals, real yields never', () => {
  for (const header of ['Date,"1 Mo","10 Yr"', 'date,1 mo,10 yr', 'DATE,"1 MO","10 YR"'])
    expect(facts(`${header}\n01/02/2025,4.45,4.57\n`).observations).toEqual([
      'yields/US10Y 2025-01-02 4.57',
      'yields/US1M 2025-01-02 4.45',
    ]);
});

const debt = (rows: string, rest = '') => `{"data":[${rows}]${rest}}`;
const OTHER_DATASET = /is another dataset of FiscalData; Almanac holds "Debt to the Penny"/;
checkRefused('FiscalData', [
  [
    'the monthly statement in millions',
    `Record Date,Security Type Description,Debt Held by the Public (in Millions),Total Public Debt Outstanding (in Millions)\n2024-01-31,Bills,${ODD}.00,${ODD}.00\n`,
    OTHER_DATASET,
  ],
  [
    'the monthly statement in millions, JSON',
    debt(`{"record_date":"2024-01-31","debt_held_public_mil_amt":"${ODD}","total_mil_amt":"${ODD}"}`),
    OTHER_DATASET,
  ],
  [
    'historical debt of fiscal years',
    `Record Date,Debt Outstanding Amount,Fiscal Year\n2023-09-30,${ODD}.00,2023\n`,
    OTHER_DATASET,
  ],
  [
    'historical debt of fiscal years, JSON',
    debt(`{"record_date":"2023-09-30","debt_outstanding_amt":"${ODD}.00"}`),
    OTHER_DATASET,
  ],
  [
    'the daily statement’s debt subject to limit',
    debt(
      `{"record_date":"2024-01-31","debt_catg":"Total Public Debt Outstanding","close_today_bal":"${ODD}"}`,
    ),
    OTHER_DATASET,
  ],
  [
    'one page of several',
    debt(
      `{"record_date":"2024-01-31","tot_pub_debt_out_amt":"${ODD}.00"}`,
      ',"meta":{"count":1,"total-count":8259,"total-pages":83},"links":{"self":"&page%5Bnumber%5D=7&page%5Bsize%5D=100"}',
    ),
    /is page 7 of 83, with 1 of 8259 rows\. Ask for the whole with page\[size\]=10000/,
  ],
  ['prices of a share without a header', `2024-01-02,${ODD}.16,473.67,470.49\n`, /in none of the formats/],
]);
