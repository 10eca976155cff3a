import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptChoices, withRecent } from '../../../renderer/picker/kept-series.ts';
import { sparkPath } from '../../../renderer/picker/latest-value.tsx';
import { findActions, isNamed, type SearchAction } from '../../../renderer/picker/search-actions.ts';
import {
  FACETS,
  facetOf,
  facetValues,
  type Narrowing,
  narrowedSeries,
} from '../../../renderer/picker/series-search.tsx';
import { findChoices } from '../../../service/datasets/find-choices.ts';
import { codesText, parseSeriesId, seriesId } from '../../../service/datasets/series-choice.ts';

describe('facets', () => {
  it('narrow to the series that have all chosen values, and count the results of each value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('claims', 'level', 'rate', 'quits', 'income', 'treasury'),
        fc.nat(),
        (query, at) => {
          const all = findChoices(query, 'CA');
          const values = facetValues(all, {});
          const one = values[at % Math.max(1, values.length)];
          if (!one) return;
          const left = narrowedSeries(all, { [one.facet]: one.value });
          expect(left).toHaveLength(one.count);
          expect(left.every((choice) => facetOf(choice, one.facet) === one.value)).toBe(true);
          for (const facet of FACETS) {
            const counts = values.filter((value) => value.facet === facet);
            if (counts.length > 0) expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
          }
        },
      ),
    );
  });

  it('still offer the other values of a facet once one of them is chosen', () => {
    const claims = findChoices('claims', 'TX');
    const regions = (to: Narrowing) => facetValues(claims, to).filter(({ facet }) => facet === 'region');
    expect(regions({})).toHaveLength(2);
    expect(regions({ region: 'Texas' })).toEqual(regions({}));
  });

  it('narrow by unit and by region: the chosen state, or the whole country', () => {
    const claims = findChoices('claims', 'TX');
    const values = (facet: string) =>
      facetValues(claims, {})
        .filter((one) => one.facet === facet)
        .map(({ value }) => value);
    expect(new Set(values('region'))).toEqual(new Set(['United States', 'Texas']));
    const units = facetValues(findChoices('quits', 'TX'), {}).filter(({ facet }) => facet === 'unit');
    expect(units.map(({ value }) => value)).toContain('thousands of persons');
    expect(narrowedSeries(claims, { region: 'Texas' }).every(({ area }) => area === 'TX')).toBe(true);
    expect(narrowedSeries(claims, { region: 'United States' }).every(({ area }) => area === '')).toBe(true);
  });

  it('are not offered if all results have the same value', () => {
    expect(facetValues(findChoices('JTSJOL', 'CA'), {})).toEqual([]);
  });
});

it('the codes of a series are Almanac’s and those of its publishers, with the state in them', () => {
  const texas = parseSeriesId('ui_state_weekly_claims.initial_claims.TX');
  expect(texas && codesText(texas)).toContain('FRED TXICLAIMS');
});

describe('actions', () => {
  const action = (title: string, words = ''): SearchAction => ({
    id: title,
    title,
    words,
    detail: '',
    run: () => undefined,
  });
  const all = [action('API access', 'keys'), action('Dark appearance', 'theme'), action('Data', 'import')];
  it('are found by the beginnings of words in their title or synonyms', () => {
    const titles = (query: string) => findActions(all, query).map(({ title }) => title);
    expect([
      titles('dark'),
      titles('theme da'),
      titles('api'),
      titles('key'),
      titles('da'),
      titles(''),
    ]).toEqual([
      ['Dark appearance'],
      ['Dark appearance'],
      ['API access'],
      ['API access'],
      ['Dark appearance', 'Data'],
      [],
    ]);
  });
  it('those whose title begins with the query come first, and datasets last; neither kind displaces the other', () => {
    const many = [
      ...Array.from({ length: 9 }, (_, i) => action(`Units ${i}`, 'debt')),
      action('Debt clock'),
      ...Array.from({ length: 6 }, (_, i) => ({ ...action(`National debt ${i}`), isDataset: true })),
    ];
    expect(findActions(many, 'debt').map(({ title }) => title)).toEqual([
      'Debt clock',
      ...['Units 0', 'Units 1', 'Units 2', 'Units 3'],
      ...['National debt 0', 'National debt 1', 'National debt 2', 'National debt 3'],
    ]);
  });
  it('are chosen if their title begins with the query', () => {
    expect([isNamed(all[2], 'dat'), isNamed(all[2], 'import'), isNamed(undefined, 'x')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('series that are kept', () => {
  it('each recent series is there once, the newest first, and their number is limited', () => {
    expect(withRecent(['a', 'b'], ['b', 'c'])).toEqual(['b', 'c', 'a']);
    expect(
      withRecent(
        Array.from({ length: 30 }, (_, i) => String(i)),
        ['x'],
      ),
    ).toHaveLength(12);
  });
  it('series that the catalogue does not have any more are left out', () => {
    expect(keptChoices(['yields.US10Y', 'nothing.at_all']).map(seriesId)).toEqual(['yields.US10Y']);
  });
});

const points = (path: string) =>
  path
    .split(/(?=[ML])/)
    .filter((step) => step !== '')
    .map((step) => ({ step: step[0], at: step.slice(1).split(' ').map(Number) }));

it('a line of any values stays in its box and goes from its left edge to its right edge', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 2, maxLength: 300 }),
      (values) => {
        const days = Int32Array.from(values, (_, i) => 18_000 + i);
        const drawn = points(sparkPath(days, Float64Array.from(values), 56, 16));
        expect(drawn[0]?.step).toBe('M');
        for (const { at } of drawn) {
          expect(at[0]).toBeGreaterThanOrEqual(0);
          expect(at[0]).toBeLessThanOrEqual(56);
          expect(at[1]).toBeGreaterThanOrEqual(0);
          expect(at[1]).toBeLessThanOrEqual(16);
        }
        expect(drawn[0]?.at[0]).toBe(1.5);
        expect(drawn.at(-1)?.at[0]).toBe(54.5);
      },
    ),
  );
});

it('a missing value is a gap, a flat line is in the middle, and a single value draws nothing', () => {
  const path = (...values: number[]) =>
    sparkPath(
      Int32Array.from(values, (_, i) => i),
      Float64Array.from(values),
      50,
      10,
    );
  expect(points(path(1, 2, Number.NaN, 2, 1)).map(({ step }) => step)).toEqual(['M', 'L', 'M', 'L']);
  expect(path(3, 3)).toBe('M1.5 5.0L48.5 5.0');
  expect(path(3)).toBe('');
  expect(path()).toBe('');
});
