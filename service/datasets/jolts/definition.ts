import { businessDayOnOrAfter } from '../../calendar/business-days.ts';
import { ABOUT, firstTuesday, monthAfter } from '../../calendar/releases.ts';
import { type ObservationsDefinition, PUBLIC_DOMAIN, type Series } from '../types.ts';

type DataElement = {
  code: string;
  title: string;
  /** BLS's letters: the `JO` of `JTS000000000000000JOL`, which FRED shortens to `JTSJOL`. */
  letters: string;
  level: string;
  rate: string;
  synonyms: readonly string[];
  /** True for a stock at the end of the month. Stocks are not added up over months; flows are. */
  stock?: true;
};

/** In the order of the API. */
const DATA_ELEMENTS: readonly DataElement[] = [
  {
    code: 'hires',
    title: 'Hires',
    letters: 'HI',
    level: 'All additions to the payroll during the month',
    rate: 'Hires during the month as a percent of employment',
    synonyms: ['hiring', 'new hires', 'hire rate'],
  },
  {
    code: 'job_openings',
    title: 'Job openings',
    letters: 'JO',
    level: 'Positions open on the last business day of the month',
    rate: 'Job openings as a percent of employment plus job openings',
    synonyms: ['vacancies', 'openings', 'vacancy rate', 'unfilled jobs', 'labor demand'],
    stock: true,
  },
  {
    code: 'quits',
    title: 'Quits',
    letters: 'QU',
    level: 'Employees who left voluntarily during the month, retirements aside',
    rate: 'Quits during the month as a percent of employment',
    synonyms: ['quit rate', 'resignations', 'voluntary separations', 'great resignation'],
  },
  {
    code: 'layoffs_discharges',
    title: 'Layoffs and discharges',
    letters: 'LD',
    level: 'Separations begun by the employer during the month',
    rate: 'Layoffs and discharges during the month as a percent of employment',
    synonyms: ['layoffs', 'firings', 'fired', 'involuntary separations', 'job losses'],
  },
  {
    code: 'total_separations',
    title: 'Total separations',
    letters: 'TS',
    level: 'Quits, layoffs and discharges, and other separations during the month',
    rate: 'Total separations during the month as a percent of employment',
    synonyms: ['turnover', 'separations', 'leavers'],
  },
  {
    code: 'other_separations',
    title: 'Other separations',
    letters: 'OS',
    level: 'Retirements, transfers, deaths and separations through disability during the month',
    rate: 'Other separations during the month as a percent of employment',
    synonyms: ['retirements', 'transfers', 'deaths'],
  },
];

const MONTHLY = { frequency: 'Monthly' } as const;
const SHARED = ['jolts', 'labor turnover', 'labor market', 'jobs'] as const;
const ADJUSTMENTS = [
  { suffix: 'sa', letter: 'S', words: 'seasonally adjusted', sign: 'SA' },
  { suffix: 'nsa', letter: 'U', words: 'not seasonally adjusted', sign: 'NSA' },
] as const;

type JoltsMeasure = Pick<
  Series,
  'unit' | 'unitShort' | 'multiplier' | 'defaultAggregation' | 'allowedAggregations'
>;
const RATE: JoltsMeasure = {
  unit: 'percent',
  unitShort: '%',
  multiplier: 0,
  defaultAggregation: 'avg',
  allowedAggregations: ['avg', 'eop'],
};
const THOUSANDS = { unitShort: 'thousands', multiplier: 3 } as const;
const STOCK: JoltsMeasure = {
  ...THOUSANDS,
  unit: 'thousands of positions',
  defaultAggregation: 'eop',
  allowedAggregations: ['eop', 'avg'],
};
const FLOW: JoltsMeasure = {
  ...THOUSANDS,
  unit: 'thousands of persons',
  defaultAggregation: 'sum',
  allowedAggregations: ['sum', 'avg', 'eop'],
};

function seriesOf(element: DataElement): Series[] {
  return (['level', 'rate'] as const).flatMap((measure) =>
    ADJUSTMENTS.map(({ suffix, letter, words, sign }) => ({
      ...MONTHLY,
      ...(measure === 'rate' ? RATE : element.stock ? STOCK : FLOW),
      code: `${element.code}_${measure}_${suffix}`,
      title: `${element.title}, ${measure}, ${words}`,
      description: `${element[measure]}, total nonfarm, ${words}.`,
      group: element.title,
      seasonalAdjustment: sign,
      publisherIds: blsAndFred(letter, `${element.letters}${measure === 'level' ? 'L' : 'R'}`),
      synonyms: [...element.synonyms, ...SHARED],
    })),
  );
}

function blsAndFred(letter: 'S' | 'U', letters: string) {
  return [
    { system: 'BLS', id: `JT${letter}000000000000000${letters}` },
    { system: 'FRED', id: `JT${letter}${letters}` },
  ];
}

/** BLS's data element 'UO': unemployed persons per job opening, not the reverse. FRED does not carry it. */
const RATIOS: Series[] = ADJUSTMENTS.map(({ suffix, letter, words, sign }) => ({
  ...MONTHLY,
  code: `job_openings_unemployed_ratio_${suffix}`,
  title: `Unemployed persons per job opening, ${words}`,
  description: `Unemployed persons divided by job openings, ${words}, as BLS publishes it: below 1 there are more openings than unemployed persons.`,
  group: 'Unemployed per job opening',
  unit: 'persons per job opening',
  unitShort: 'persons per opening',
  multiplier: 0,
  seasonalAdjustment: sign,
  defaultAggregation: 'avg',
  allowedAggregations: ['avg', 'eop'],
  publisherIds: [{ system: 'BLS', id: `JT${letter}000000000000000UOR` }],
  synonyms: [
    'unemployment',
    'vacancy ratio',
    'labor market tightness',
    'beveridge curve',
    'job openings ratio',
    'unemployed persons to job openings',
    ...SHARED,
  ],
}));

export const JOLTS: ObservationsDefinition<'jolts'> = {
  id: 'jolts',
  kind: 'observations',
  group: 'economic-data',
  title: 'Job openings and labor turnover (JOLTS)',
  description:
    'Monthly job openings, hires, quits, layoffs and other separations of the whole nonfarm economy, as levels and rates.',
  frequency: 'Monthly',
  publisher: 'US Bureau of Labor Statistics',
  source: { name: 'Job Openings and Labor Turnover Survey', url: 'https://www.bls.gov/jlt/' },
  licence: PUBLIC_DOMAIN,
  fredRelease: { id: 192, name: 'Job Openings and Labor Turnover Survey' },
  release: {
    text: 'About the first Tuesday of the second month after the month described, 10:00 ET',
    ...ABOUT,
    day: (month) => businessDayOnOrAfter(firstTuesday(monthAfter(month, 2))),
    timeEastern: '10:00',
  },
  observedOn: 'first of month',
  historyFrom: '2000-12-01',
  byState: false,
  headline: 'job_openings_level_sa',
  keyUses: {
    BLS: 'JOLTS refreshes: 500 requests a day with 50 series each, instead of 25 with 25.',
  },
  notes: [
    'The ratio is unemployed persons per job opening, as BLS publishes it: below 1 there are more openings than unemployed.',
    'The newest month is preliminary; each release of January figures revises five years.',
    'Job openings are counted on the last business day of the month; hires and separations are counted over the whole month.',
  ],
  series: [...DATA_ELEMENTS.flatMap(seriesOf), ...RATIOS],
};
