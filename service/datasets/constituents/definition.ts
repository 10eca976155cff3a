import { businessDayOnOrAfter } from '../../calendar/business-days.ts';
import { EXACT } from '../../calendar/releases.ts';
import type { ListDefinition, Series } from '../types.ts';

function constituents(
  code: string,
  title: string,
  description: string,
  terms: string,
  synonyms: readonly string[],
): Series {
  return {
    code,
    title,
    description,
    group: 'Constituents',
    unit: 'percent of the whole',
    unitShort: '%',
    multiplier: 0,
    frequency: 'Daily',
    seasonalAdjustment: 'NSA',
    defaultAggregation: null,
    allowedAggregations: [],
    publisherIds: [],
    terms,
    synonyms: [
      ...synonyms,
      's&p 500',
      's&p',
      'stocks',
      'companies',
      'index members',
      'weights',
      'sectors',
      'gics',
    ],
  };
}

export const CONSTITUENTS: ListDefinition<'constituents'> = {
  id: 'constituents',
  kind: 'list',
  group: 'market-data',
  title: 'Index and fund constituents',
  description: 'The members of an index or fund with sector and weight, as of the newest list imported.',
  frequency: 'Daily',
  publisher: 'The index list’s or fund’s own publisher',
  source: { name: 'S&P 500 companies, open list', url: 'https://github.com/datasets/s-and-p-500-companies' },
  licence:
    'S&P 500 list: Open Data Commons PDDL; fund holdings: their issuers’ copyright, for personal, non-commercial use',
  release: {
    text: 'Fund holdings on each business day’s evening; the open list when the index changes',
    ...EXACT,
    day: (day) => businessDayOnOrAfter(day + 1),
    // The open list changes whenever its index does, on no fixed day.
    isUnscheduled: true,
    timeEastern: '20:00',
  },
  observedOn: 'bank day',
  byState: false,
  headline: 'SP500',
  notes: [
    'The open S&P 500 list has no weights: weight is then an empty text.',
    'Any code that a file was imported under can be asked for, not only the codes named here.',
    'Without a date the newest list of a code is served.',
  ],
  series: [
    constituents(
      'SP500',
      'S&P 500 companies',
      'Members of the S&P 500 index from the open list, without weights.',
      'Open Data Commons Public Domain Dedication and License (PDDL): free to use, change and share.',
      ['spx', 'standard and poor'],
    ),
    constituents(
      'IVV',
      'iShares Core S&P 500 ETF (IVV)',
      'Equity holdings of the IVV fund with weights.',
      'Copyright of the issuer, BlackRock, Inc. or its affiliates, all rights reserved: for personal, non-commercial use.',
      ['ishares', 'blackrock', 'etf'],
    ),
    constituents(
      'SPY',
      'SPDR S&P 500 ETF (SPY)',
      'Holdings of the SPY fund with weights.',
      'Copyright of the issuer, State Street, all rights reserved: for personal, non-commercial use.',
      ['spdr', 'state street', 'ssga', 'etf'],
    ),
  ],
};
