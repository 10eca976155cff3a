import { businessDayOnOrAfter } from '../../calendar/business-days.ts';
import { EXACT } from '../../calendar/releases.ts';
import { type ObservationsDefinition, PUBLIC_DOMAIN, type Series } from '../types.ts';

function debt(
  code: string,
  title: string,
  description: string,
  field: string,
  { firstValue, ...more }: { synonyms: readonly string[]; historyFrom?: string; firstValue?: string },
): Series {
  return {
    code,
    title,
    description,
    group: 'National debt',
    unit: 'US dollars',
    unitShort: '$',
    multiplier: 0,
    frequency: 'Daily',
    seasonalAdjustment: 'NSA',
    defaultAggregation: 'eop',
    allowedAggregations: ['eop', 'avg'],
    publisherIds: [{ system: 'FiscalData', id: field, ...(firstValue && { from: firstValue }) }],
    ...more,
    synonyms: [
      ...more.synonyms,
      'national debt',
      'federal debt',
      'government debt',
      'public debt',
      'us debt',
      'treasury',
    ],
  };
}

export const US_DEBT: ObservationsDefinition<'us_debt'> = {
  id: 'us_debt',
  kind: 'observations',
  group: 'economic-data',
  title: 'National debt (Debt to the Penny)',
  description: 'Debt of the US government at the end of each business day, in dollars and cents.',
  frequency: 'Daily',
  publisher: 'US Department of the Treasury, Bureau of the Fiscal Service',
  source: { name: 'Debt to the Penny', url: 'https://fiscaldata.treasury.gov/datasets/debt-to-the-penny/' },
  licence: PUBLIC_DOMAIN,
  release: {
    text: 'The next business day, about 16:15 ET',
    ...EXACT,
    // A Friday's value before a Saturday holiday comes out on Monday: federal offices are closed on Friday.
    day: (day) => businessDayOnOrAfter(day + 1),
    timeEastern: '16:15',
  },
  observedOn: 'bank day',
  historyFrom: '1993-04-01',
  byState: false,
  headline: 'total_public_debt_outstanding',
  neverRevised: true,
  sum: {
    parts: ['debt_held_by_public', 'intragovernmental_holdings'],
    total: 'total_public_debt_outstanding',
    words: 'debt held by the public and intragovernmental holdings',
    exact: 'they must agree to the cent',
    decimals: 2,
  },
  notes: [
    'Debt held by the public and intragovernmental holdings add up to the total, to the cent.',
    'The total is daily from 1993-04-01, its two parts from 2005-03-31; before it they stand only on a few days, the first 1997-09-30.',
    'Sixteen digits: a spreadsheet that keeps fifteen loses the cents.',
  ],
  series: [
    debt(
      'debt_held_by_public',
      'Debt held by the public',
      'Federal debt held by individuals, companies, state and local governments, foreign holders and the Federal Reserve.',
      'debt_held_public_amt',
      { synonyms: ['marketable debt'], historyFrom: '2005-03-31', firstValue: '1997-09-30' },
    ),
    debt(
      'intragovernmental_holdings',
      'Intragovernmental holdings',
      'Federal debt held by government trust funds, revolving funds and special funds.',
      'intragov_hold_amt',
      { synonyms: ['trust funds', 'social security'], historyFrom: '2005-03-31', firstValue: '1997-09-30' },
    ),
    debt(
      'total_public_debt_outstanding',
      'Total public debt outstanding',
      'All federal debt: that held by the public and that held within the government.',
      'tot_pub_debt_out_amt',
      { synonyms: ['total debt', 'debt to the penny', 'debt ceiling', 'debt limit'] },
    ),
  ],
};
