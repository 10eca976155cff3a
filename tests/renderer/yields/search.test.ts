import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AXES,
  BANDS,
  readYieldsSearch,
  SCALES,
  YIELDS_VIEWS,
  type YieldsState,
  yieldsSearch,
} from '../../../renderer/yields/search.ts';
import { pickYieldsSearch } from '../../../renderer/yields/yields-search.ts';
import { dateText, dayNumber, shiftMonths } from '../../../service/calendar/dates.ts';
import { latestDayText } from '../../../service/calendar/today.ts';
import { SPREADS, TENORS } from '../../../service/datasets/yields/curve.ts';
import { CHANGE_SPANS } from '../../../service/series-math/curve.ts';

const anyDate = fc.constantFrom('1990-01-02', '2007-02-15', '2025-03-07', '2024-02-29');
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const anyState: fc.Arbitrary<YieldsState> = fc.record({
  date: maybe(anyDate),
  asOf: maybe(fc.constantFrom('2026-11-10', '2026-11-10T08:00:00.000Z')),
  vs: fc.uniqueArray(fc.oneof(fc.constantFrom<string>(...CHANGE_SPANS), anyDate), { maxLength: 5 }),
  view: fc.constantFrom(...YIELDS_VIEWS),
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

const USUAL = readYieldsSearch({}).state;

describe('the address of Yields', () => {
  it('reads back as the same state, without a problem', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(readYieldsSearch(pickYieldsSearch(yieldsSearch(state)))).toEqual({ state, problems: [] });
      }),
    );
  });

  it('leaves out what is as usual', () => {
    expect(yieldsSearch(readYieldsSearch({}).state)).toEqual({});
    expect(yieldsSearch({ ...readYieldsSearch({}).state, vs: [] })).toEqual({ vs: 'off' });
  });

  it.each<[Parameters<typeof readYieldsSearch>[0], string[], Partial<YieldsState>]>([
    [
      { as_of: 'May' },
      [
        'as_of=May is neither a day written as YYYY-MM-DD nor an instant as 2025-03-08T14:30:00Z. It was left out.',
      ],
      {},
    ],
    [{ band: 'all' }, ["There is no band 'all', only 10-90, min-max, off. It was left out."], {}],
    [
      { date: '2025-02-30' },
      ["'2025-02-30' is no day up to today written as YYYY-MM-DD. It was left out."],
      {},
    ],
    [
      { date: '2999-01-01' },
      ["'2999-01-01' is no day up to today written as YYYY-MM-DD. It was left out."],
      {},
    ],
    [{ month: '2025-13' }, ["'2025-13' is no month up to this one written as YYYY-MM. It was left out."], {}],
    [
      { range: '7Z' },
      [
        "There is no range '7Z', only 1M, 3M, 6M, YTD, 1Y, 5Y, 10Y, Max and such as -18M. The whole range is shown instead.",
      ],
      {},
    ],
    [
      { spread: 'US10Y_US1M,US30Y_US5Y' },
      ["There is no spread 'US10Y_US1M', only US10Y_US2Y, US10Y_US3M, US30Y_US5Y. It was left out."],
      { spread: ['US30Y_US5Y'] },
    ],
    [
      { spread: 'US10Y_US2Y,US10Y_US3M,US30Y_US5Y' },
      ["At most two spreads are shown: 'US30Y_US5Y' is one too many. It was left out."],
      {},
    ],
    [
      { tenor: 'US9Y' },
      [
        "There is no tenor 'US9Y', only US1M, US1_5M, US2M, US3M, US4M, US6M, US1Y, US2Y, US3Y, US5Y, US7Y, US10Y, US20Y, US30Y. It was left out.",
      ],
      {},
    ],
    [
      { tenor: 'US9Y.median', vs: '1w,,1w', spread: 'US30Y_US5Y,US10Y_US2Y' },
      [
        "There is no tenor 'US9Y.median', only US1M, US1_5M, US2M, US3M, US4M, US6M, US1Y, US2Y, US3Y, US5Y, US7Y, US10Y, US20Y, US30Y. It was left out.",
      ],
      { isLessMedian: true, spread: ['US30Y_US5Y', 'US10Y_US2Y'], vs: ['1w'] },
    ],
    [{ view: 'film' }, ["There is no view 'film', only curve, history, month. It was left out."], {}],
    [
      { vs: '1d,1w,1m,YTD,1y,2024-01-02,2024-01-03' },
      [
        "At most 5 days are compared: '2024-01-02' is one too many. It was left out.",
        "At most 5 days are compared: '2024-01-03' is one too many. It was left out.",
      ],
      { vs: ['1d', '1w', '1m', 'YTD', '1y'] },
    ],
    [
      { vs: '1m,2m' },
      ["'2m' is neither a day up to today nor one of 1d, 1w, 1m, YTD, 1y. It was left out."],
      { vs: ['1m'] },
    ],
    [{ x: 'log' }, ["There is no x 'log', only even, years, root. It was left out."], {}],
    [{ y: 'zoom' }, ["There is no y 'zoom', only fit, fixed. It was left out."], {}],
  ])('says what is wrong in %j, and shows the rest as usual', (search, said, shown) => {
    const { state, problems } = readYieldsSearch(search);
    expect(problems).toEqual(said);
    expect(state).toEqual({ ...USUAL, ...shown });
  });

  it('keeps the scale that an address names', () => {
    expect([{}, { y: 'fit' }, { y: 'fixed' }].map((search) => readYieldsSearch(search).state.y)).toEqual([
      ...['fit', 'fit', 'fixed'],
    ]);
    expect(yieldsSearch({ ...USUAL, y: 'fixed' })).toEqual({ y: 'fixed' });
  });

  it('takes days and months up to today, and no later ones', () => {
    const today = latestDayText();
    const tomorrow = dateText((dayNumber(today) as number) + 1);
    const nextMonth = shiftMonths(`${today.slice(0, 7)}-01`, 1).slice(0, 7);
    expect(readYieldsSearch({ date: today, vs: today, month: today.slice(0, 7) })).toMatchObject({
      state: { date: today, vs: [today], month: today.slice(0, 7) },
      problems: [],
    });
    const { state, problems } = readYieldsSearch({ date: tomorrow, vs: tomorrow, month: nextMonth });
    expect([state.date, state.vs, state.month, problems.length]).toEqual([undefined, [], undefined, 3]);
  });

  it('is usually the newest curve with those of a month and a year before, over all there is', () => {
    expect(USUAL).toEqual({
      ...{ date: undefined, asOf: undefined, vs: ['1m', '1y'], view: 'curve', x: 'even', y: 'fit' },
      ...{ band: '10-90', range: { preset: 'Max' }, spread: ['US10Y_US2Y', 'US10Y_US3M'], tenor: undefined },
      ...{ isLessMedian: false, month: undefined, explain: undefined },
    });
  });

  it('takes of other parameters nothing', () => {
    expect(pickYieldsSearch({ date: '2025-03-07', series: 'x', t: 5, tenor: 7, month: undefined })).toEqual({
      ...{ date: '2025-03-07', tenor: '7' },
    });
  });
});
