import { businessDayOnOrBefore } from '../../calendar/business-days.ts';
import { EXACT } from '../../calendar/releases.ts';
import { type ObservationsDefinition, PUBLIC_DOMAIN, type Series } from '../types.ts';

const SHARED = [
  'unemployment',
  'unemployment insurance',
  'claims',
  'jobless claims',
  'weekly claims',
  'ui',
  'layoffs',
];

/** The two kinds of claims, with their names at the Department of Labor and FRED. */
const INITIAL = {
  kind: 'initial',
  title: 'Initial claims',
  element: 'InitialClaims',
  what: 'New applications for state unemployment insurance in the week',
  fred: { sa: 'ICSA', nsa: 'ICNSA', average: 'IC4WSA' },
  synonyms: ['new claims', 'first-time claims', 'initial jobless claims', ...SHARED],
} as const;
const CONTINUED = {
  kind: 'continued',
  title: 'Continued claims',
  element: 'ContinuedClaims',
  what: 'Weeks of state unemployment insurance claimed after the initial claim, also called insured unemployment',
  fred: { sa: 'CCSA', nsa: 'CCNSA', average: 'CC4WSA' },
  synonyms: ['continuing claims', 'insured unemployment', 'insured unemployed', ...SHARED],
} as const;
type ClaimsKind = typeof INITIAL | typeof CONTINUED;

const WEEKLY = {
  unit: 'claims',
  unitShort: 'claims',
  multiplier: 0,
  frequency: 'Weekly',
} as const;

function claims(claimsKind: ClaimsKind, adjusted: 'sa' | 'nsa'): Series {
  const words = adjusted === 'sa' ? 'seasonally adjusted' : 'not seasonally adjusted';
  return {
    ...WEEKLY,
    code: `${claimsKind.kind}_claims_${adjusted}`,
    title: `${claimsKind.title}, ${words}`,
    description: `${claimsKind.what}, ${words}.`,
    group: claimsKind.title,
    seasonalAdjustment: adjusted === 'sa' ? 'SA' : 'NSA',
    defaultAggregation: 'avg',
    // Continued claims are a level, insured unemployment: a sum over weeks would count people several times.
    allowedAggregations: claimsKind.kind === 'initial' ? ['avg', 'sum', 'eop'] : ['avg', 'eop'],
    publisherIds: [
      { system: 'DOL', id: `${claimsKind.element}/${adjusted.toUpperCase()}` },
      { system: 'FRED', id: claimsKind.fred[adjusted] },
    ],
    synonyms: claimsKind.synonyms,
    counted: 'claims',
    ...lag(claimsKind),
  };
}

function average(claimsKind: ClaimsKind): Series {
  return {
    ...WEEKLY,
    code: `${claimsKind.kind}_claims_sa_4w_avg`,
    title: `${claimsKind.title}, 4-week average, seasonally adjusted`,
    description: `Mean of the week's and the three preceding weeks' seasonally adjusted ${claimsKind.kind} claims.`,
    group: claimsKind.title,
    seasonalAdjustment: 'SA',
    defaultAggregation: 'avg',
    allowedAggregations: ['avg', 'eop'],
    publisherIds: [
      { system: 'DOL', id: `${claimsKind.element}/SA4WK` },
      { system: 'FRED', id: claimsKind.fred.average },
    ],
    synonyms: ['four-week moving average', '4-week moving average', '4 week average', ...claimsKind.synonyms],
    historyFrom: '1967-01-28',
    ...lag(claimsKind),
  };
}

function lag(claimsKind: ClaimsKind): { extraLagDays?: number } {
  return claimsKind.kind === 'continued' ? { extraLagDays: 7 } : {};
}

export const UI_WEEKLY_CLAIMS: ObservationsDefinition<'ui_weekly_claims'> = {
  id: 'ui_weekly_claims',
  kind: 'observations',
  group: 'economic-data',
  title: 'Weekly unemployment claims',
  description:
    'National weekly initial and continued claims for unemployment insurance; continued claims are also called insured unemployment.',
  frequency: 'Weekly',
  publisher: 'US Department of Labor, Employment and Training Administration',
  source: { name: 'Unemployment Insurance Weekly Claims', url: 'https://oui.doleta.gov/unemploy/claims.asp' },
  licence: PUBLIC_DOMAIN,
  fredRelease: { id: 180, name: 'Unemployment Insurance Weekly Claims Report' },
  release: {
    text: 'Thursday 08:30 ET: initial claims for the week ended the Saturday before, continued claims for the week before that',
    ...EXACT,
    // If Thursday is a holiday, the Department of Labor publishes on the day before.
    day: (saturday) => businessDayOnOrBefore(saturday + 5),
    timeEastern: '08:30',
  },
  observedOn: 'Saturday',
  historyFrom: '1967-01-07',
  byState: false,
  headline: 'initial_claims_sa',
  // The Department of Labor's XML of 28 September 2026 ended with the week of 29 August: the week of 5
  // September, released on the 10th, was missing.
  fileLagDays: { 'dol-r539cy-xml': 21 },
  notes: [
    'Claims are counted, not persons: a continued claim is one week claimed, and one person can file more than one claim.',
    'Continued claims lag initial claims by one week: a release brings initial claims of one week and continued claims of the week before it.',
    'The newest week is an advance figure and is revised the week after; seasonal factors are estimated again every spring.',
    'The Department of Labor’s own file holds a week some three weeks after its release. FRED has the newest weeks sooner, where it is allowed: on the Data screen, or with --fred on the command line.',
    'State unemployment insurance only: federal employees, newly discharged veterans and emergency programmes are not in it.',
  ],
  series: [
    claims(INITIAL, 'sa'),
    claims(CONTINUED, 'sa'),
    claims(INITIAL, 'nsa'),
    claims(CONTINUED, 'nsa'),
    average(INITIAL),
    average(CONTINUED),
  ],
};
