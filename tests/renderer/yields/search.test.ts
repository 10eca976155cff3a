import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AXES,
  BANDS,
  readSearch,
  SCALES,
  searchOf,
  VIEWS,
  type YieldsState,
} from '../../../renderer/yields/search.ts';
import { pickSearch } from '../../../renderer/yields/yields-search.ts';
import { SPREADS, TENORS } from '../../../service/datasets/yields/curve.ts';
import { SPANS } from '../../../service/series-math/curve/changes.ts';

const anyDate = fc.constantFrom('1990-01-02', '2007-02-15', '2025-03-07', '2024-02-29');
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const anyState: fc.Arbitrary<YieldsState> = fc.record({
  date: maybe(anyDate),
  asOf: maybe(fc.constantFrom('2026-11-10', '2026-11-10T08:00:00.000Z')),
  vs: fc.uniqueArray(fc.oneof(fc.constantFrom<string>(...SPANS), anyDate), { maxLength: 5 }),
  view: fc.constantFrom(...VIEWS),
  x: fc.constantFrom(...AXES),
  y: fc.constantFrom(...SCALES),
  band: fc.constantFrom(...BANDS),
  range: fc.constantFrom<YieldsState['range']>({ preset: 'Max' }, { preset: '5Y' }, { back: '-18M' }),
  spread: fc.uniqueArray(fc.constantFrom(...SPREADS.map(({ code }) => code)), { minLength: 1, maxLength: 2 }),
  tenor: maybe(fc.constantFrom(...TENORS.map(({ code }) => code))),
  isLessMedian: fc.boolean(),
  month: maybe(fc.constantFrom('1990-01', '2025-02')),
  explain: maybe(fc.constantFrom('US10Y', 'US10Y.1w', 'alike.2019-07-11')),
});

describe('the address of Yields', () => {
  it('reads back as the same state, without a problem', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(readSearch(pickSearch(searchOf(state)))).toEqual({ state, problems: [] });
      }),
    );
  });

  it('leaves out what is as usual', () => {
    expect(searchOf(readSearch({}).state)).toEqual({});
    expect(searchOf({ ...readSearch({}).state, vs: [] })).toEqual({ vs: 'off' });
  });

  it.each([
    [{ date: '2025-02-30' }, /no day up to today/],
    [{ date: '2999-01-01' }, /no day up to today/],
    [{ as_of: 'May' }, /as_of=May is neither a day written as YYYY-MM-DD nor an instant/],
    [{ month: '2025-13' }, /no month up to this one/],
    [{ vs: '1m,2m' }, /'2m' is neither a day/],
    [{ vs: '1d,1w,1m,YTD,1y,2024-01-02' }, /At most 5 days are compared: '2024-01-02'/],
    [{ view: 'film' }, /no view 'film', only curve, history, month/],
    [{ x: 'log' }, /no x 'log'/],
    [{ y: 'zoom' }, /no y 'zoom'/],
    [{ band: 'all' }, /no band 'all'/],
    [{ range: '7Z' }, /no range '7Z'/],
    [{ spread: 'US10Y_US1M' }, /no spread 'US10Y_US1M'/],
    [{ spread: SPREADS.map(({ code }) => code).join() }, /At most two spreads/],
    [{ tenor: 'US9Y' }, /no tenor 'US9Y'/],
  ])('says what is wrong in %j, and shows the rest as usual', (search, message) => {
    const { state, problems } = readSearch(search);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
    const kept = { ...state, vs: [], spread: [] };
    expect(kept).toEqual({ ...readSearch({}).state, vs: [], spread: [] });
  });

  it('takes of other parameters nothing', () => {
    expect(pickSearch({ date: '2025-03-07', series: 'x', t: 5 })).toEqual({ date: '2025-03-07' });
  });
});
