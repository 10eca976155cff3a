import { businessDayOnOrAfter } from '../../calendar/business-days.ts';
import { ABOUT, monthAfter } from '../../calendar/releases.ts';
import { type ObservationsDefinition, PUBLIC_DOMAIN, type Series } from '../types.ts';

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
    description: `Goods exported to ${cover}, at their value free alongside ship (f.a.s.), Census basis, not seasonally adjusted.`,
    group: 'Exports by region',
    unit: 'millions of US dollars',
    unitShort: '$ mn',
    multiplier: 6,
    frequency: 'Monthly',
    seasonalAdjustment: 'NSA',
    defaultAggregation: 'sum',
    allowedAggregations: ['sum', 'avg', 'eop'],
    publisherIds: [{ system: 'Census', id: censusId }],
    synonyms: [...synonyms, 'trade', 'goods', 'exports', 'foreign trade', 'ft-900', 'f.a.s.', 'fas'],
  };
}

const NOT_WHOLE = 'The seven regions are not the total of the world';

export const US_EXPORTS: ObservationsDefinition<'us_exports'> = {
  id: 'us_exports',
  kind: 'observations',
  group: 'economic-data',
  title: 'US exports of goods by world region',
  description:
    'Monthly exports of goods from the United States to seven world regions, f.a.s. value, which are not quite the total of the world.',
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
  notWhole: NOT_WHOLE,
  notes: [
    'Goods only, at their f.a.s. value: free alongside ship, as they leave the country. Census basis, not seasonally adjusted: December and January are not alike.',
    `${NOT_WHOLE}: Greenland, St Pierre and Miquelon and what the Census Bureau counts to no country are in none. In 2022 they add up to $2,064,049 million, $229 million less than the world.`,
    'North America is Canada and Mexico, as the publisher groups them; Mexico is therefore not in Central America and the Caribbean, which has Bermuda.',
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
      'Central America and the Caribbean',
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
