import { PUBLIC_DOMAIN } from '../licence.ts';
import type { ObservationsDefinition, Series } from '../types.ts';
import { UI_WEEKLY_CLAIMS } from '../ui_weekly_claims/definition.ts';

/** The codes of the series. */
export const STATE_CLAIMS = {
  initial: 'initial_claims',
  continued: 'continued_claims',
  covered: 'covered_employment',
  rate: 'insured_unemployment_rate',
} as const;

const SHARED = {
  unit: 'persons',
  unitShort: 'persons',
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

const INITIAL: Series = {
  ...SHARED,
  counted: 'claims',
  code: STATE_CLAIMS.initial,
  title: 'Initial claims by state, not seasonally adjusted',
  description: 'New applications for unemployment insurance in the week, in each state.',
  group: 'Initial claims by state',
  allowedAggregations: ['avg', 'sum', 'eop'],
  publisherIds: [
    { system: 'DOL', id: 'ar539 c3 + c7' },
    { system: 'FRED', id: '{ST}ICLAIMS' },
  ],
  synonyms: ['new claims', 'initial jobless claims', ...SYNONYMS],
};
const CONTINUED: Series = {
  ...SHARED,
  counted: 'claims',
  code: STATE_CLAIMS.continued,
  title: 'Continued claims by state, not seasonally adjusted',
  description: 'Persons who claimed a further week of unemployment insurance, in each state.',
  group: 'Continued claims by state',
  allowedAggregations: ['avg', 'eop'],
  publisherIds: [
    { system: 'DOL', id: 'ar539 c8 + c12' },
    { system: 'FRED', id: '{ST}CCLAIMS' },
  ],
  synonyms: ['continuing claims', 'insured unemployment', ...SYNONYMS],
  extraLagDays: 7,
};
const EMPLOYMENT: Series = {
  ...SHARED,
  counted: 'persons in covered employment',
  code: STATE_CLAIMS.covered,
  title: 'Covered employment by state',
  description:
    'Persons in jobs that unemployment insurance covers, in each state: the average of four quarters, as the weekly report has it.',
  group: 'Covered employment by state',
  allowedAggregations: ['avg', 'eop'],
  publisherIds: [{ system: 'DOL', id: 'ar539 c18' }],
  synonyms: ['covered jobs', 'insured employment', ...SYNONYMS],
};
const RATE: Series = {
  ...SHARED,
  code: STATE_CLAIMS.rate,
  title: 'Insured unemployment rate by state, not seasonally adjusted',
  description:
    'Insured unemployment, a 13-week average, in percent of covered employment, in each state, as published.',
  group: 'Insured unemployment rate by state',
  unit: 'percent',
  unitShort: '%',
  allowedAggregations: ['avg', 'eop'],
  publisherIds: [{ system: 'DOL', id: 'ar539 c19' }],
  synonyms: ['iur', 'insured unemployment', ...SYNONYMS],
  extraLagDays: 7,
};

export const UI_STATE_WEEKLY_CLAIMS: ObservationsDefinition<'ui_state_weekly_claims'> = {
  id: 'ui_state_weekly_claims',
  kind: 'observations',
  group: 'economic-data',
  title: 'Weekly unemployment claims by state',
  description:
    'Weekly initial and continued claims, covered employment and insured unemployment rate of the 50 states, DC, Puerto Rico and the Virgin Islands.',
  frequency: 'Weekly',
  publisher: 'US Department of Labor, Employment and Training Administration',
  source: { name: 'ETA 539 report', url: 'https://oui.doleta.gov/unemploy/DataDownloads.asp' },
  licence: PUBLIC_DOMAIN,
  fredRelease: { id: 469, name: 'State Unemployment Insurance Weekly Claims Report' },
  release: UI_WEEKLY_CLAIMS.release,
  observedOn: 'Saturday',
  historyFrom: '1986-02-15',
  byState: true,
  headline: 'initial_claims',
  // Neither is seasonally adjusted.
  nationalSums: {
    nation: UI_WEEKLY_CLAIMS,
    pairs: [
      { state: 'initial_claims', nation: 'initial_claims_nsa', words: 'initial claims' },
      { state: 'continued_claims', nation: 'continued_claims_nsa', words: 'continued claims' },
    ],
  },
  notes: [
    'Continued claims and the insured unemployment rate lag initial claims and covered employment by one week.',
    'Workshare (short-time compensation) equivalents are included, as in the national figures: c3 + c7 and c8 + c12 of the ETA 539 file.',
    'Covered employment (c18) changes once a quarter. The insured unemployment rate (c19) is a 13-week average of insured unemployment in percent of it, cut after two decimals; it is never calculated here.',
    'Not seasonally adjusted; recent weeks are revised for some weeks, and before 1987 not every state is there.',
  ],
  series: [INITIAL, CONTINUED, EMPLOYMENT, RATE],
};
