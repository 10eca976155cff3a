import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  areaRequests,
  claimsWeek,
  claimsWeekToShow,
  heldClaims,
  measureToShow,
  publishedLater,
  requestsAhead,
} from '../../../renderer/states/area-requests.ts';
import {
  type MapState,
  pickStatesSearch,
  readMapState,
  selectArea,
  statesSearch,
} from '../../../renderer/states/map-state.ts';
import {
  cornerOf,
  GRID_COLUMNS,
  GRID_ROWS,
  neighbour,
  PLACES,
  tileMapLayout,
} from '../../../renderer/states/tile-layout.ts';
import { dayNumber, weekday } from '../../../service/calendar/dates.ts';
import { AREAS } from '../../../service/series-math/areas/area-table.ts';
import { MEASURES, type MeasureId } from '../../../service/series-math/areas/measures.ts';
import { expectWrittenAnswers } from '../../support/written-answers.ts';

const anyState: fc.Arbitrary<MapState> = fc.record({
  series: fc.constantFrom('initial' as const, 'continued' as const),
  measure: fc.constantFrom(undefined, ...MEASURES),
  scale: fc.constantFrom('all' as const, 'year' as const, 'week' as const),
  week: fc.constantFrom(undefined, '2020-04-04'),
  asOf: fc.constantFrom(undefined, '2026-11-10', '2026-11-10T08:00:00.000Z'),
  view: fc.constantFrom('tiles' as const, 'lines' as const, 'table' as const),
  areas: fc.uniqueArray(fc.constantFrom(...AREAS), { maxLength: 8 }),
  sort: fc.constantFrom('high' as const, 'low' as const, 'name' as const),
  own: fc.boolean(),
  explain: fc.constantFrom(
    undefined,
    { area: 'MI' as const },
    { area: 'US' as const, measure: 'week' as const },
    { area: 'US' as const, measure: 'year' as const, part: 'others' as const },
    { area: 'MI' as const, measure: 'thousand' as const, part: 'change' as const },
  ),
});

describe('the address of the state map', () => {
  it('reads back as the same state, and is empty for the usual one', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(readMapState(pickStatesSearch({ ...statesSearch(state), other: 'x' }))).toEqual({
          state,
          problems: [],
        });
      }),
    );
    expect(statesSearch(readMapState({}).state)).toEqual({});
  });
});

test('an address is read, and its mistakes are named', () =>
  expectWrittenAnswers(`${import.meta.dirname}/addresses.md`, (query) => {
    const { state, problems } = readMapState(
      pickStatesSearch(Object.fromEntries(new URLSearchParams(query))),
    );
    return [`?${decodeURIComponent(String(new URLSearchParams(statesSearch(state))))}`, ...problems];
  }));

describe('the week', () => {
  const held = { from: '2019-01-12', to: '2025-03-08' };
  it.each([
    [undefined, '2025-03-08', undefined],
    ['2020-04-04', '2020-04-04', undefined],
    ['2020-04-01', '2020-04-04', /2020-04-01 is not a Saturday/],
    ['2018-01-06', '2019-01-12', /claims begin with the week ending 2019-01-12/],
    ['2025-03-15', '2025-03-08', /no claims of 2025-03-15 yet/],
    ['2025-02-30', '2025-03-08', /is not a date/],
  ])('of %s is %s', (asked, week, problem) => {
    const shown = claimsWeekToShow(asked, held, undefined);
    expect(shown.week).toBe(week);
    if (problem) expect(shown.problem).toMatch(problem);
    else expect(shown.problem).toBeUndefined();
  });

  it('of continued claims is the one before, and a note says so', () => {
    const shown = claimsWeekToShow('2025-03-08', { ...held, to: '2025-03-01' }, 'Continued claims are');
    expect(shown).toEqual({ week: '2025-03-01', note: expect.stringMatching(/week before 2025-03-08/) });
    expect(publishedLater('continued', 'persons')).toBe('Continued claims are');
    expect(publishedLater('initial', 'rate')).toBe('The insured rate is');
    expect(publishedLater('initial', 'week')).toBeUndefined();
    const later = claimsWeekToShow('2025-03-09', { ...held, to: '2025-03-01' }, 'Continued claims are');
    expect(later).toEqual({
      week: '2025-03-01',
      problem: expect.stringMatching(/no claims of 2025-03-09 yet/),
    });
  });

  it('of a day ends on the Saturday on or after it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), (day) => {
        const end = dayNumber(claimsWeek(day)) as number;
        expect(weekday(end)).toBe(6);
        expect(end - day).toBeGreaterThanOrEqual(0);
        expect(end - day).toBeLessThan(7);
      }),
    );
  });
});

describe('the measure', () => {
  it('is per thousand if covered employment is held, else persons, with the reason', () => {
    expect(measureToShow(undefined, { hasCovered: true, rates: ['rate'] })).toEqual({ measure: 'thousand' });
    expect(measureToShow(undefined, { hasCovered: false, rates: [] })).toEqual({ measure: 'persons' });
    expect(measureToShow('thousand', { hasCovered: false, rates: [] })).toMatchObject({
      measure: 'persons',
      problem: expect.stringMatching(/not here yet/),
    });
    expect(measureToShow('rate', { hasCovered: true, rates: [] }).measure).toBe('thousand');
    // These data were imported before Almanac had the rate of the week.
    expect(measureToShow('weekrate', { hasCovered: true, rates: ['rate'] })).toEqual({
      measure: 'thousand',
      problem: 'This insured unemployment rate is not here yet. Refresh the claims by state to get it.',
    });
    expect(measureToShow('rate', { hasCovered: true, rates: ['rate'] })).toEqual({ measure: 'rate' });
    expect(measureToShow('unusual', { hasCovered: false, rates: [] })).toEqual({ measure: 'unusual' });
  });

  it('depends on the series that the catalogue holds', () => {
    const one = (code: string, count: number) => ({
      code,
      count,
      first_date: count > 0 ? '2019-01-12' : null,
      last_date: count > 0 ? '2025-03-08' : null,
    });
    const dataset = (series: object[]) => ({ series }) as never;
    expect(heldClaims(dataset([one('initial_claims', 3), one('covered_employment', 0)]), 'initial')).toEqual({
      range: { from: '2019-01-12', to: '2025-03-08' },
      hasCovered: false,
      rates: [],
    });
    expect(heldClaims(dataset([one('initial_claims', 3)]), 'continued')).toBeUndefined();
  });

  it('is requested ahead: the week of the address, then all weeks; for continued claims also the report a week later', () => {
    const held = [
      'initial_claims',
      'continued_claims',
      'covered_employment',
      'insured_unemployment_rate',
      'insured_unemployment_rate_week',
    ];
    const dataset = {
      series: held.map((code) => ({ code, count: 9, first_date: '2019-01-12', last_date: '2025-03-08' })),
    } as never;
    const asked = (search: object) =>
      requestsAhead(dataset, readMapState(search).state).map((path) => [
        held.filter((code) => new RegExp(`\\b${code}\\b`).test(decodeURIComponent(path))),
        path.match(/\d{4}-\d\d-\d\d/g),
      ]);
    expect(asked({ week: '2020-04-04', series: 'continued' })).toEqual([
      [
        ['continued_claims', 'covered_employment'],
        ['2020-04-04', '2020-04-11'],
      ],
      [['continued_claims'], ['2019-01-12', '2025-03-08']],
      [['covered_employment'], ['2019-01-12', '2025-03-15']],
    ]);
    expect(asked({ measure: 'rate' }).map(([codes]) => codes?.at(-1))).toEqual([
      'insured_unemployment_rate',
      'initial_claims',
      'covered_employment',
      'insured_unemployment_rate',
    ]);
    expect(asked({ measure: 'weekrate' }).map(([codes]) => codes?.at(-1))).toEqual([
      'insured_unemployment_rate_week',
      'initial_claims',
      'covered_employment',
      'insured_unemployment_rate_week',
    ]);
    expect(requestsAhead({ series: [] } as never, readMapState({}).state)).toEqual([]);

    // The insured rate is known a week later than initial claims, so its newest week is the one before.
    const late = {
      series: held.map((code) => ({
        code,
        count: 9,
        first_date: '2019-01-12',
        last_date: code.startsWith('i') && code.endsWith('rate') ? '2025-03-01' : '2025-03-08',
      })),
    } as never;
    const [one] = requestsAhead(late, readMapState({ measure: 'rate' }).state);
    expect(one).toContain('2025-03-01');
    expect(
      claimsWeekToShow('2025-03-08', { from: '2019-01-12', to: '2025-03-01' }, 'The insured rate is'),
    ).toEqual({
      week: '2025-03-01',
      note: 'The insured rate is known a week later: this is the week before 2025-03-08.',
    });
  });
});

describe('the tiles', () => {
  it('have 53 places of their own within the drawing', () => {
    expect(PLACES.size).toBe(53);
    expect([...PLACES.keys()].sort()).toEqual([...AREAS]);
    const cells = new Set([...PLACES.values()].map(({ column, row }) => `${column},${row}`));
    expect(cells.size).toBe(53);
    const layout = tileMapLayout(820, 560);
    for (const place of PLACES.values()) {
      const { x, y } = cornerOf(place, layout);
      expect(x + layout.cell.width).toBeLessThanOrEqual(layout.width + 4);
      expect(y + layout.cell.height).toBeLessThanOrEqual(layout.height + 4);
    }
    expect(layout.width).toBeLessThanOrEqual(820);
    expect(GRID_COLUMNS * GRID_ROWS).toBe(88);
  });

  it.each([
    ['CA', [1, 0], 'UT'],
    ['AK', [1, 0], 'ME'],
    ['VT', [1, 0], 'NH'],
    ['AK', [0, 1], 'WA'],
    ['TX', [1, 0], 'FL'],
    ['TX', [0, 1], 'TX'],
    ['HI', [0, -1], 'CA'],
    ['CT', [1, 0], 'MA'],
  ] as const)('from %s an arrow %o leads to %s', (from, way, to) => {
    expect(neighbour(from, way)).toBe(to);
  });

  it('arrows reach every area from every other', () => {
    const reached = new Set(['CA' as (typeof AREAS)[number]]);
    for (const area of reached)
      for (const way of [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ] as const)
        reached.add(neighbour(area, way));
    expect(reached.size).toBe(53);
  });

  it('are selected one at a time, or with Ctrl up to eight together', () => {
    expect(selectArea([], 'CA', false)).toEqual(['CA']);
    expect(selectArea(['CA'], 'CA', false)).toEqual([]);
    expect(selectArea(['CA', 'NY'], 'CA', false)).toEqual(['CA']);
    expect(selectArea(['CA'], 'NY', true)).toEqual(['CA', 'NY']);
    expect(selectArea(['CA', 'NY'], 'CA', true)).toEqual(['NY']);
    expect(selectArea(AREAS.slice(0, 8), 'WY', true)).toEqual(AREAS.slice(0, 8));
  });
});

const HELD = {
  ...{ range: { from: '2024-01-20', to: '2025-03-08' }, hasCovered: true },
  rates: ['weekrate', 'rate'] as const,
};

/** The requests of the map by name: series and days, and the instant. */
function asked(series: 'initial' | 'continued', measure: MeasureId, hasCovered = true, asOf?: string) {
  const paths = areaRequests({ series, measure, asOf }, '2025-03-01', { ...HELD, hasCovered });
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => {
      const query = new URLSearchParams(path?.replace(/^[^?]*/, ''));
      const words = ['series', 'date_from', 'date_to', 'as_of'].map((word) => query.get(word));
      return [name, path && words.filter((word) => word !== null).join(' ')];
    }),
  );
}

test('each measure requests its series for all weeks and for the shown one, as of the instant', () => {
  expect(asked('initial', 'thousand')).toEqual({
    claims: 'initial_claims 2024-01-20 2025-03-08',
    covered: 'covered_employment 2024-01-20 2025-03-08',
    rate: undefined,
    one: 'initial_claims,covered_employment 2025-03-01 2025-03-01',
  });
  expect(asked('initial', 'rate', false, '2025-03-20')).toEqual({
    claims: 'initial_claims 2024-01-20 2025-03-08 2025-03-20',
    covered: undefined,
    rate: 'insured_unemployment_rate 2024-01-20 2025-03-08 2025-03-20',
    one: 'initial_claims,covered_employment,insured_unemployment_rate 2025-03-01 2025-03-01 2025-03-20',
  });
});

test('continued claims and the rate of the week are divided by the covered employment of the week after', () => {
  expect(asked('continued', 'thousand', true, '2025-03-20')).toEqual({
    claims: 'continued_claims 2024-01-20 2025-03-08 2025-03-20',
    covered: 'covered_employment 2024-01-20 2025-03-15 2025-03-20',
    rate: undefined,
    one: 'continued_claims,covered_employment 2025-03-01 2025-03-08 2025-03-20',
  });
  expect(asked('initial', 'weekrate')).toEqual({
    claims: 'initial_claims 2024-01-20 2025-03-08',
    covered: 'covered_employment 2024-01-20 2025-03-15',
    rate: 'insured_unemployment_rate_week,continued_claims 2024-01-20 2025-03-08',
    one: 'initial_claims,covered_employment,insured_unemployment_rate_week,continued_claims 2025-03-01 2025-03-08',
  });
  // If continued claims are the shown series, they are requested only once.
  expect(asked('continued', 'weekrate')).toEqual({
    claims: 'continued_claims 2024-01-20 2025-03-08',
    covered: 'covered_employment 2024-01-20 2025-03-15',
    rate: 'insured_unemployment_rate_week 2024-01-20 2025-03-08',
    one: 'continued_claims,covered_employment,insured_unemployment_rate_week 2025-03-01 2025-03-08',
  });
});
