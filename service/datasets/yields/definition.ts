import { EXACT } from '../../calendar/releases.ts';
import { type ObservationsDefinition, PUBLIC_DOMAIN, type Series } from '../types.ts';

/** Short to long: the order of the curve. */
export const YIELD_CODES = [
  'US1M',
  'US1_5M',
  'US2M',
  'US3M',
  'US4M',
  'US6M',
  'US1Y',
  'US2Y',
  'US3Y',
  'US5Y',
  'US7Y',
  'US10Y',
  'US20Y',
  'US30Y',
] as const;
export type YieldCode = (typeof YIELD_CODES)[number];

/**
 * Columns of the Treasury's CSV and XML, FRED's id if it has the series, and first dates: `from` is the
 * Treasury's if it is later than 1990-01-02, `fredFrom` is FRED's if it is earlier than the Treasury's.
 */
const COLUMNS: Record<
  YieldCode,
  { csv: string; xml: string; fred?: string; from?: string; fredFrom?: string; also?: string[] }
> = {
  US1M: { csv: '1 Mo', xml: 'BC_1MONTH', fred: 'DGS1MO', from: '2001-07-31' },
  US1_5M: { csv: '1.5 Month', xml: 'BC_1_5MONTH', from: '2025-02-18', also: ['6 week', 'six-week'] },
  US2M: { csv: '2 Mo', xml: 'BC_2MONTH', from: '2018-10-16' },
  US3M: { csv: '3 Mo', xml: 'BC_3MONTH', fred: 'DGS3MO', fredFrom: '1981-09-01', also: ['t-bill'] },
  US4M: { csv: '4 Mo', xml: 'BC_4MONTH', from: '2022-10-19' },
  US6M: { csv: '6 Mo', xml: 'BC_6MONTH', fred: 'DGS6MO', fredFrom: '1981-09-01' },
  US1Y: { csv: '1 Yr', xml: 'BC_1YEAR', fred: 'DGS1', fredFrom: '1962-01-02' },
  US2Y: { csv: '2 Yr', xml: 'BC_2YEAR', fred: 'DGS2', fredFrom: '1976-06-01' },
  US3Y: { csv: '3 Yr', xml: 'BC_3YEAR', fred: 'DGS3', fredFrom: '1962-01-02' },
  US5Y: { csv: '5 Yr', xml: 'BC_5YEAR', fred: 'DGS5', fredFrom: '1962-01-02' },
  US7Y: { csv: '7 Yr', xml: 'BC_7YEAR', fred: 'DGS7', fredFrom: '1969-07-01' },
  US10Y: {
    csv: '10 Yr',
    xml: 'BC_10YEAR',
    fred: 'DGS10',
    fredFrom: '1962-01-02',
    also: ['ten-year', 'benchmark yield'],
  },
  US20Y: { csv: '20 Yr', xml: 'BC_20YEAR', fred: 'DGS20', fredFrom: '1962-01-02', from: '1993-10-01' },
  US30Y: {
    csv: '30 Yr',
    xml: 'BC_30YEAR',
    fred: 'DGS30',
    fredFrom: '1977-02-15',
    also: ['long bond', 'thirty-year'],
  },
};

function tenor(code: YieldCode): Series {
  const { csv, xml, fred, from, fredFrom, also = [] } = COLUMNS[code];
  const length = code.slice(2, -1).replace('_', '.');
  const [word, letter] = code.endsWith('M') ? ['month', 'mo'] : ['year', 'yr'];
  return {
    code,
    title: `Treasury par yield, ${tenorWords(code)}`,
    description: `Par yield of a Treasury security with ${length} ${word}${length === '1' ? '' : 's'} to maturity, at constant maturity.`,
    group: word === 'month' ? 'Months' : 'Years',
    unit: 'percent per year',
    unitShort: '%',
    multiplier: 0,
    frequency: 'Daily',
    seasonalAdjustment: 'NSA',
    defaultAggregation: 'avg',
    allowedAggregations: ['avg', 'eop'],
    publisherIds: [
      { system: 'Treasury', id: csv },
      { system: 'Treasury XML', id: xml },
      ...(fred ? [{ system: 'FRED', id: fred, ...(fredFrom && { from: fredFrom }) }] : []),
    ],
    synonyms: [
      `${length}${letter}`,
      `${length}${word[0]}`,
      `${length} ${word}`,
      ...also,
      'yield curve',
      'treasuries',
      'interest rates',
      'rates',
      'cmt',
      'constant maturity',
    ],
    ...(from ? { historyFrom: from } : {}),
    // Yields of bills have been 0.
    ...(word === 'year' && { isNeverZero: true }),
  };
}

/** The tenors of a spread, its common name, and FRED's id if FRED has it. */
type YieldSpread = { long: YieldCode; short: YieldCode; name: string; fred?: string };

const SPREAD_LEGS: readonly YieldSpread[] = [
  { long: 'US10Y', short: 'US2Y', name: '2s10s', fred: 'T10Y2Y' },
  { long: 'US10Y', short: 'US3M', name: '3m10y', fred: 'T10Y3M' },
  { long: 'US30Y', short: 'US5Y', name: '5s30s' },
];

function spread({ long, short, name, fred }: YieldSpread): Series {
  const [far, near] = [tenorWords(long), tenorWords(short)];
  return {
    ...tenor(long),
    code: `${long}_${short}`,
    title: `Yield spread, ${far} less ${near}`,
    description: `The ${far} par yield less the ${near} one, computed here on days that have both.`,
    group: 'Spreads',
    unit: 'percentage points',
    unitShort: 'pp',
    publisherIds: fred ? [{ system: 'FRED', id: fred }] : [],
    ...(fred && { fredRelease: { id: 304, name: 'Interest Rate Spreads' } }),
    synonyms: [
      name,
      // '10y', '10yr', '10 year', the same for the other tenor, and '10y2y'.
      ...[long, short].flatMap((code) => tenor(code).synonyms.slice(0, 3)),
      `${long}${short}`.replaceAll('US', '').toLowerCase(),
      'spread',
      'minus',
      'inversion',
      'inverted',
      'slope',
      'steepness',
      'term spread',
      'yield curve',
      'treasuries',
    ],
    spread: { long, short },
  };
}

/** @returns the tenor in words: '10-year', '1.5-month'. */
function tenorWords(code: YieldCode): string {
  return `${code.slice(2, -1).replace('_', '.')}-${code.endsWith('M') ? 'month' : 'year'}`;
}

export const YIELDS: ObservationsDefinition<'yields'> = {
  id: 'yields',
  kind: 'observations',
  group: 'market-data',
  title: 'Treasury par yields',
  description: 'The daily par yield curve of US Treasury securities, from one month to thirty years.',
  frequency: 'Daily',
  publisher: 'US Department of the Treasury',
  source: {
    name: 'Daily Treasury Par Yield Curve Rates',
    url: 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_yield_curve',
  },
  licence: PUBLIC_DOMAIN,
  fredRelease: { id: 18, name: 'H.15 Selected Interest Rates' },
  release: {
    text: 'The same business day, by about 18:00 ET',
    ...EXACT,
    day: (day) => day,
    timeEastern: '18:00',
  },
  observedOn: 'market day',
  historyFrom: '1990-01-02',
  byState: false,
  headline: 'US10Y',
  exampleCodes: ['US2Y', 'US10Y'],
  neverRevised: true,
  notes: [
    'Not every tenor was always there: 1 month from 2001-07-31, 1.5 months from 2025-02-18, 2 months from 2018-10-16, 4 months from 2022-10-19, 20 years from 1993-10-01.',
    'The 30-year yield was not published from 2002-02-19 to 2006-02-08.',
    'Par yields, read off a fitted curve: no single security need have traded at them.',
    'Spreads are computed here from the yields as published, exactly, on days that have both; percent changes, logarithms and indices of them are refused.',
  ],
  series: [...YIELD_CODES.map(tenor), ...SPREAD_LEGS.map(spread)],
};
