import { businessDayOnOrAfter } from '../../calendar/business-days.ts';
import { ABOUT, monthAfter } from '../../calendar/releases.ts';
import { PUBLIC_DOMAIN } from '../licence.ts';
import type { ObservationsDefinition, Series } from '../types.ts';

function exportsTo(
  code: string,
  region: string,
  cover: string,
  censusId: string,
  synonyms: readonly string[],
): Series {
  return {
    code,
    title: `Exports to ${region}`,
    description: `Value of goods exported to ${cover}, Census basis, not seasonally adjusted.`,
    group: 'Exports by region',
    unit: 'millions of US dollars',
    unitShort: '$ mn',
    multiplier: 6,
    frequency: 'Monthly',
    seasonalAdjustment: 'NSA',
    defaultAggregation: 'sum',
    allowedAggregations: ['sum', 'avg', 'eop'],
    publisherIds: [{ system: 'Census', id: censusId }],
    synonyms: [...synonyms, 'trade', 'goods', 'exports', 'foreign trade', 'ft-900'],
  };
}

export const US_EXPORTS: ObservationsDefinition<'us_exports'> = {
  id: 'us_exports',
  kind: 'observations',
  group: 'economic-data',
  title: 'US exports by world region',
  description: 'Monthly exports of goods from the United States to seven world regions.',
  frequency: 'Monthly',
  publisher: 'US Census Bureau',
  source: { name: 'US Trade in Goods by Country', url: 'https://www.census.gov/foreign-trade/balance/' },
  licence: PUBLIC_DOMAIN,
  release: {
    text: 'About 35 days after the end of the month described (FT-900), 08:30 ET',
    ...ABOUT,
    earliestDays: 4,
    day: (month) => businessDayOnOrAfter(monthAfter(month, 1) - 1 + 35),
    timeEastern: '08:30',
  },
  observedOn: 'first of month',
  historyFrom: '1985-01-01',
  byState: false,
  headline: 'asia',
  notes: [
    'North America is Canada and Mexico, as the publisher groups them; Mexico is therefore not in Central America.',
    'Census basis, not seasonally adjusted: December and January are not alike.',
    'The month before is revised with each release, and the year with April figures.',
  ],
  series: [
    exportsTo('north_america', 'North America', 'Canada and Mexico', '0010', [
      'canada',
      'mexico',
      'nafta',
      'usmca',
    ]),
    exportsTo(
      'central_america',
      'Central America',
      'Central America, the Caribbean and Bermuda (without Mexico)',
      '2XXX less 2010',
      ['caribbean', 'panama', 'latin america', 'cafta'],
    ),
    exportsTo('south_america', 'South America', 'South America', '3XXX', [
      'brazil',
      'latin america',
      'mercosur',
    ]),
    exportsTo('europe', 'Europe', 'Europe', '0012', ['eu', 'european union', 'germany', 'united kingdom']),
    exportsTo('asia', 'Asia', 'Asia', '0016', ['china', 'japan', 'india', 'korea', 'middle east']),
    exportsTo('australia_oceania', 'Australia and Oceania', 'Australia and Oceania', '0018', [
      'new zealand',
      'pacific islands',
    ]),
    exportsTo('africa', 'Africa', 'Africa', '0013', ['south africa', 'egypt', 'nigeria']),
  ],
};
