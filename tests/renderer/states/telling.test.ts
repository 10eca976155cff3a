import { expect, test } from 'vitest';
import { sentenceText } from '../../../renderer/explain/index.ts';
import { mapExport } from '../../../renderer/states/states-take-away.tsx';
import {
  areaName,
  changeOnWeek,
  codeOf,
  orderAreas,
  spokenText,
  summaryParts,
} from '../../../renderer/states/words.ts';
import { AREAS } from '../../../service/series-math/areas/area-table.ts';
import { MEASURES, type MeasureId, measureAreas } from '../../../service/series-math/areas/measures.ts';
import { requestQuery, requestSearch } from '../../../service/view/index.ts';
import { fewWeeks, WEEKS, weekAt } from './few-weeks.ts';

const data = fewWeeks();
const NEWEST = WEEKS - 1;
const measured = (id: MeasureId, of = data) => {
  const found = measureAreas(id, of);
  if (!found) throw new Error('No measure');
  return found;
};
test('a week is described by its sum and, for each measure, its highest and lowest areas', () => {
  const told = (id: MeasureId, row = NEWEST) =>
    sentenceText(summaryParts(data.claims, measureAreas(id, data), row, 'initial'));
  expect(MEASURES.filter((id) => measureAreas(id, data)).map((id) => told(id))).toEqual([
    'Week ending 2025-03-08: 268,067 initial claims in 53 areas; most per thousand California 6.30, fewest New Hampshire 0.38.',
    'Week ending 2025-03-08: 268,067 initial claims in 53 areas; most California 15,563, fewest Alaska 1,507.',
    'Week ending 2025-03-08: 268,067 initial claims in 53 areas; 27 areas rose, most Indiana +238, largest fall Rhode Island −259.',
    'Week ending 2025-03-08: 268,067 initial claims in 53 areas; 27 areas rose, most Texas +10.8 %, largest fall New Hampshire −10.3 %.',
    'Week ending 2025-03-08: 268,067 initial claims in 53 areas; 28 areas rose, most Colorado +266, largest fall Oklahoma −245.',
    'Week ending 2025-03-08: 268,067 initial claims in 53 areas; 28 areas rose, most District of Columbia +11.6 %, largest fall Alaska −8.1 %.',
    'Week ending 2025-03-08: 268,067 initial claims in 53 areas.',
    'Week ending 2025-03-08: 268,067 initial claims in 53 areas; highest for this week against 1 earlier year: Arizona, Arkansas, California and 26 more.',
  ]);
  expect([told('persons', 1), told('rate', 20), told('year', 3)]).toEqual([
    'Week ending 2024-01-27: 52 of 53 areas so far: no national total; most California 15,563, fewest Alaska 1,395.',
    'Week ending 2024-06-08: 267,710 initial claims in 53 areas; highest 13-week insured rate New Hampshire 3.12 %, lowest Pennsylvania 0.47 %.',
    'Week ending 2024-02-10: 267,780 initial claims in 53 areas.',
  ]);
  expect(
    summaryParts(data.claims, measured('thousand'), NEWEST, 'initial').filter(
      (part) => typeof part !== 'string',
    ),
  ).toEqual([
    {
      explain: 'US.persons',
      text: '268,067',
    },
    {
      explain: 'CA',
      text: '6.30',
    },
    {
      explain: 'NH',
      text: '0.38',
    },
  ]);
});

test('areas are sorted by value and described with their unit', () => {
  const order = (sort: 'high' | 'low' | 'name') =>
    orderAreas(measured('persons'), 1, sort).map((area) => AREAS[area]);
  expect([
    order('high').slice(0, 3),
    order('low').slice(0, 3),
    order('name').slice(0, 3),
    order('high').length,
  ]).toEqual([['CA', 'MN', 'VA'], ['AK', 'DC', 'NH'], ['AL', 'AK', 'AZ'], 52]);
  expect(order('low')).toEqual(order('high').toReversed());
  const nevada = AREAS.indexOf('NV');
  expect(
    MEASURES.flatMap((id) => {
      const found = measureAreas(id, data);
      return found ? [`${id}: ${spokenText(found, data.claims, nevada, 55)}`] : [];
    }),
  ).toEqual([
    'thousand: 0.85 per thousand covered',
    'persons: 3,703 claims',
    'week: −21 claims',
    'weekpct: −0.6 %',
    'year: −63 claims',
    'yearpct: −1.7 %',
    'rate: 1.44 %',
    'unusual: rank 2 of 2 among this and earlier years',
  ]);
  expect([spokenText(measured('week'), data.claims, nevada, 0), areaName(nevada), areaName(99)]).toEqual([
    'no value',
    'Nevada',
    '',
  ]);
  expect([
    changeOnWeek(measured('persons'), nevada, 5),
    changeOnWeek(measured('persons'), nevada, 0),
    changeOnWeek(measured('persons'), AREAS.indexOf('WY'), 3),
  ]).toEqual(['210', undefined, undefined]);
  expect([
    codeOf('initial', 'week'),
    codeOf('continued', 'thousand'),
    codeOf('initial', 'rate'),
    codeOf('initial', 'weekrate'),
  ]).toEqual([
    ...['initial_claims', 'continued_claims', 'insured_unemployment_rate', 'insured_unemployment_rate_week'],
  ]);
});

test('Take away covers the selected areas and the shown weeks, in the units of the measure', () => {
  const taken = (measure: MeasureId, state: object = {}, row = NEWEST) => {
    const { view, range } = mapExport(
      { ...{ view: 'tiles', series: 'initial', areas: [], asOf: undefined }, ...state },
      data,
      measure,
      row,
    );
    return requestQuery(requestSearch(view, range)).replaceAll('ui_state_weekly_claims.', '');
  };
  const week = 'from=2025-03-08&to=2025-03-08';
  const all = (code: string) => `series=${AREAS.map((area) => `${code}.${area}`)}&${week}`;
  expect(taken('thousand')).toBe(all('initial_claims'));
  expect(taken('week', { areas: ['NV', 'TX'] })).toBe(
    `series=initial_claims.NV,initial_claims.TX&${week}&units=chg`,
  );
  expect(['weekpct', 'year', 'yearpct', 'rate', 'weekrate'].map((id) => taken(id as MeasureId))).toEqual([
    ...['pch', 'ch1', 'pc1'].map((units) => `${all('initial_claims')}&units=${units}`),
    all('insured_unemployment_rate'),
    all('initial_claims'),
  ]);
  expect(taken('persons', { view: 'lines', series: 'continued', asOf: '2025-03-20', areas: ['NV'] })).toBe(
    'series=continued_claims.NV&from=2024-01-20&to=2025-03-08&as_of=2025-03-20',
  );
  expect(weekAt(0)).toBe('2024-01-20');
});
