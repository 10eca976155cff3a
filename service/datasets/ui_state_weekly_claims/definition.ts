import { type ObservationsDefinition, PUBLIC_DOMAIN, type Series } from '../types.ts';
import { UI_WEEKLY_CLAIMS } from '../ui_weekly_claims/definition.ts';

export const STATE_CLAIMS = {
  initial: 'initial_claims',
  continued: 'continued_claims',
  covered: 'covered_employment',
  rate: 'insured_unemployment_rate',
  weekRate: 'insured_unemployment_rate_week',
} as const;

/** First week with rows of some states. FRED's continued claims by state, from this file, begin here. */
const SCATTERED = { from: '1984-06-02' } as const;

const SHARED = {
  multiplier: 0,
  frequency: 'Weekly',
  seasonalAdjustment: 'NSA',
  defaultAggregation: 'avg',
} as const;
const SYNONYMS = [
  'unemployment',
  'unemployment insurance',
  'jobless claims',
  'state claims',
  'claims by state',
  'eta 539',
];

const CLAIMS = { unit: 'claims', unitShort: 'claims', counted: 'claims' } as const;
const INITIAL: Series = {
  ...SHARED,
  ...CLAIMS,
  code: STATE_CLAIMS.initial,
  title: 'Initial claims by state, not seasonally adjusted',
  description: 'New applications for unemployment insurance in the week, in each state.',
  group: 'Initial claims by state',
  allowedAggregations: ['avg', 'sum', 'eop'],
  publisherIds: [
    { system: 'DOL', id: 'ar539 c3 + c7', ...SCATTERED },
    { system: 'FRED', id: '{ST}ICLAIMS', ...SCATTERED },
  ],
  synonyms: ['new claims', 'initial jobless claims', ...SYNONYMS],
};
const CONTINUED: Series = {
  ...SHARED,
  ...CLAIMS,
  code: STATE_CLAIMS.continued,
  title: 'Continued claims by state, not seasonally adjusted',
  description:
    'Weeks of unemployment insurance claimed after the initial claim, also called insured unemployment, in each state.',
  group: 'Continued claims by state',
  allowedAggregations: ['avg', 'eop'],
  publisherIds: [
    { system: 'DOL', id: 'ar539 c8 + c12', ...SCATTERED },
    { system: 'FRED', id: '{ST}CCLAIMS', ...SCATTERED },
  ],
  synonyms: ['continuing claims', 'insured unemployment', ...SYNONYMS],
  extraLagDays: 7,
};
const EMPLOYMENT: Series = {
  ...SHARED,
  unit: 'persons',
  unitShort: 'persons',
  counted: 'persons in covered employment',
  code: STATE_CLAIMS.covered,
  title: 'Covered employment by state',
  description:
    'Persons in jobs that unemployment insurance covers, in each state: the average of four quarters, as the weekly report has it.',
  group: 'Covered employment by state',
  allowedAggregations: ['avg', 'eop'],
  publisherIds: [{ system: 'DOL', id: 'ar539 c18', ...SCATTERED }],
  synonyms: ['covered jobs', 'insured employment', ...SYNONYMS],
};
const RATES = {
  ...SHARED,
  unit: 'percent',
  unitShort: '%',
  allowedAggregations: ['avg', 'eop'],
  synonyms: ['iur', 'insured unemployment', ...SYNONYMS],
  extraLagDays: 7,
} as const;
const AVERAGE_RATE: Series = {
  ...RATES,
  code: STATE_CLAIMS.rate,
  title: 'Insured unemployment rate by state, 13-week average, not seasonally adjusted',
  description:
    'The average of 13 weeks of insured unemployment in percent of covered employment, in each state, as published: the trigger of Extended Benefits, not the rate of the week.',
  group: 'Insured unemployment rate by state, 13-week average',
  publisherIds: [{ system: 'DOL', id: 'ar539 c19', ...SCATTERED }],
  synonyms: ['extended benefits', ...RATES.synonyms],
};
const WEEK_RATE: Series = {
  ...RATES,
  code: STATE_CLAIMS.weekRate,
  title: 'Insured unemployment rate of the week by state, not seasonally adjusted',
  description:
    'The week’s continued claims in percent of covered employment, in each state: (c8 + c12) ÷ c18 × 100 of the ETA 539 file, with two decimals, half away from zero.',
  group: 'Insured unemployment rate of the week by state',
  publisherIds: [{ system: 'DOL', id: 'ar539 (c8 + c12) ÷ c18', ...SCATTERED }],
  isCalculated: true,
};

export const UI_STATE_WEEKLY_CLAIMS: ObservationsDefinition<'ui_state_weekly_claims'> = {
  id: 'ui_state_weekly_claims',
  kind: 'observations',
  group: 'economic-data',
  title: 'Weekly unemployment claims by state',
  description:
    'Weekly initial and continued claims, covered employment and insured unemployment rates of the 50 states, DC, Puerto Rico and the Virgin Islands.',
  frequency: 'Weekly',
  publisher: 'US Department of Labor, Employment and Training Administration',
  source: { name: 'ETA 539 report', url: 'https://oui.doleta.gov/unemploy/DataDownloads.asp' },
  licence: PUBLIC_DOMAIN,
  fredRelease: { id: 469, name: 'State Unemployment Insurance Weekly Claims Report' },
  release: UI_WEEKLY_CLAIMS.release,
  observedOn: 'Saturday',
  // Most states begin in different weeks of February 1986; continued claims are for the week before.
  historyFrom: '1986-02-01',
  byState: true,
  headline: 'initial_claims',
  // Neither the state nor the national series is seasonally adjusted.
  nationalSums: {
    nation: UI_WEEKLY_CLAIMS,
    pairs: [
      { state: 'initial_claims', nation: 'initial_claims_nsa', words: 'initial claims' },
      { state: 'continued_claims', nation: 'continued_claims_nsa', words: 'continued claims' },
    ],
  },
  notes: [
    'Continued claims and the insured unemployment rates lag initial claims and covered employment by one week.',
    'Workshare (short-time compensation) equivalents are included, as in the national figures: c3 + c7 and c8 + c12 of the ETA 539 file.',
    'Covered employment (c18) changes once a quarter. Of insured unemployment in percent of it there are two rates: the 13-week average (c19), as published, cut after two decimals; and that of the week, (c8 + c12) ÷ c18 × 100, which the Department of Labor’s release has with one decimal.',
    'Not seasonally adjusted; recent weeks are revised for some weeks, and before 1987 not every state is there.',
  ],
  series: [INITIAL, CONTINUED, EMPLOYMENT, AVERAGE_RATE, WEEK_RATE],
};
