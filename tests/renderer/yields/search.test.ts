import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
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
import { expectWrittenAnswers } from '../../support/written-answers.ts';

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

  it('without words means the newest curve, with those of a month and a year before, over the whole history', () => {
    expect(USUAL).toEqual({
      ...{ date: undefined, asOf: undefined, vs: ['1m', '1y'], view: 'curve', x: 'even', y: 'fit' },
      ...{ band: '10-90', range: { preset: 'Max' }, spread: ['US10Y_US2Y', 'US10Y_US3M'], tenor: undefined },
      ...{ isLessMedian: false, month: undefined, explain: undefined },
    });
  });
});

test('an address is read, and its mistakes are named', () =>
  expectWrittenAnswers(`${import.meta.dirname}/addresses.md`, (query) => {
    const { state, problems } = readYieldsSearch(
      pickYieldsSearch(Object.fromEntries(new URLSearchParams(query))),
    );
    return [`?${decodeURIComponent(String(new URLSearchParams(yieldsSearch(state))))}`, ...problems];
  }));
