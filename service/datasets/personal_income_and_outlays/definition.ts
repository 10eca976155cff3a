import { businessDayOnOrBefore } from '../../calendar/business-days.ts';
import { dateText, dayNumber } from '../../calendar/dates.ts';
import { IN_A_WEEK, monthAfter } from '../../calendar/releases.ts';
import { type ObservationsDefinition, PUBLIC_DOMAIN } from '../types.ts';

/** Months published late after the government shutdown of 2025, with their release days. */
const DELAYED: Readonly<Record<string, string>> = {
  '2025-09-01': '2025-12-05',
  '2025-10-01': '2026-01-22',
  '2025-11-01': '2026-01-22',
  '2025-12-01': '2026-02-20',
  '2026-01-01': '2026-03-13',
  '2026-02-01': '2026-04-09',
};

/** @returns the last day on which a month's figure is expected: the next month's last day, or 24 December. */
function lastDay(month: number): number {
  const delayed = dayNumber(DELAYED[dateText(month)] ?? '');
  if (delayed !== undefined) return delayed;
  const end = monthAfter(month, 2) - 1;
  return dateText(end).slice(5, 7) === '12' ? end - 7 : end;
}

export const PERSONAL_INCOME_AND_OUTLAYS: ObservationsDefinition<'personal_income_and_outlays'> = {
  id: 'personal_income_and_outlays',
  kind: 'observations',
  group: 'economic-data',
  title: 'Personal income and outlays',
  description: 'Monthly personal income from table 2.6 of the national income and product accounts.',
  frequency: 'Monthly',
  publisher: 'US Bureau of Economic Analysis',
  source: {
    name: 'Personal Income and Outlays',
    url: 'https://www.bea.gov/data/income-saving/personal-income',
  },
  licence: PUBLIC_DOMAIN,
  fredRelease: { id: 54, name: 'Personal Income and Outlays' },
  release: {
    text: 'In the last week of the month after the month described, in December before Christmas, 08:30 ET',
    ...IN_A_WEEK,
    day: (month) => businessDayOnOrBefore(lastDay(month)),
    timeEastern: '08:30',
  },
  observedOn: 'first of month',
  historyFrom: '1959-01-01',
  byState: false,
  headline: 'total_personal_income',
  notes: [
    'In millions of dollars as BEA publishes it; the FRED series PI is the same in billions.',
    'An annual rate: a month’s figure is what a year at that pace would bring, so months are averaged and never summed.',
    'Each release revises the months before; every late September years are revised.',
  ],
  series: [
    {
      code: 'total_personal_income',
      title: 'Personal income, seasonally adjusted at annual rates',
      description:
        'Income of persons from all sources, in current dollars, seasonally adjusted at annual rates.',
      group: 'Personal income',
      unit: 'millions of US dollars',
      unitShort: '$ mn',
      multiplier: 6,
      frequency: 'Monthly',
      seasonalAdjustment: 'SAAR',
      defaultAggregation: 'avg',
      allowedAggregations: ['avg', 'eop'],
      publisherIds: [
        { system: 'BEA', id: 'A065RC' },
        { system: 'FRED', id: 'PI', scale: { unit: 'billions of US dollars', power: 3 } },
      ],
      synonyms: ['income', 'household income', 'earnings', 'wages', 'nipa', 'table 2.6', 't20600', 'pio'],
    },
  ],
};
