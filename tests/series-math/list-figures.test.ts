import { describe, expect, test } from 'vitest';
import {
  absoluteWeight,
  byWeight,
  heavierFirst,
  isPartial,
  leastWeight,
  listFigures,
  overlapOf,
  squareText,
  sumText,
  TOP,
} from '../../service/series-math/list-figures.ts';
import type { Constituent } from '../../service/series-math/members.ts';

const member = (ticker: string, weight = '', sector = 'Energy', name = `${ticker} Inc`): Constituent => ({
  ticker,
  name,
  sector,
  weight,
});
const tickers = (list: readonly Constituent[]) => list.map(({ ticker }) => ticker);

describe('the figures of a list', () => {
  test('are exact: total, ten largest, concentration index, and effective number of members', () => {
    const weights = ['1', '12', '2.5', '11', '3', '10', '4.25', '9', '5', '8', '6', '7', '21.25'];
    expect(TOP).toBe(10);
    expect(listFigures(weights.map((weight, i) => member(`T${i}`, weight)))).toEqual({
      members: 13,
      unweighted: 0,
      total: '100.00',
      // Without 1, 2.5 and 3.
      topTen: '93.50',
      // 1 + 144 + 6.25 + 121 + 9 + 100 + 18.0625 + 81 + 25 + 64 + 36 + 49 + 451.5625
      hhi: '1105.8750',
      effective: '9.0',
      sectors: [{ sector: 'Energy', members: 13, weight: '100.00' }],
    });
  });

  test('without weights are numbers of members only', () => {
    expect(listFigures([member('A'), member('B', '', '')])).toEqual({
      members: 2,
      unweighted: 0,
      total: '',
      topTen: '',
      hhi: '',
      effective: '',
      sectors: [
        { sector: '', members: 1, weight: '' },
        { sector: 'Energy', members: 1, weight: '' },
      ],
    });
  });

  test('have the sectors by weight, equal ones by number of members, then by name', () => {
    const list = [
      member('A', '1', 'Utilities'),
      member('B', '1.0', 'Communication'),
      member('C', '', 'Communication Services'),
      member('D', '0.5', 'Materials'),
      member('E', '0.50', 'Materials'),
      member('F', '1', 'Energy'),
      member('G', '3', ''),
      member('H', '', 'Financials'),
      member('I', '-0.5', 'Health'),
    ];
    const { sectors, unweighted, members } = listFigures(list);
    expect([members, unweighted]).toEqual([9, 2]);
    expect(sectors).toEqual([
      { sector: '', members: 1, weight: '3' },
      { sector: 'Communication Services', members: 2, weight: '1.0' },
      { sector: 'Materials', members: 2, weight: '1.00' },
      { sector: 'Energy', members: 1, weight: '1' },
      { sector: 'Utilities', members: 1, weight: '1' },
      { sector: 'Financials', members: 1, weight: '' },
      { sector: 'Health', members: 1, weight: '-0.5' },
    ]);
  });

  test.each([
    // Weights that add up to 99 to 101 are shares of 100.
    [['50', '50'], '5000', '2.0'],
    [['50', '49'], '4901', '2.0'],
    [['60', '40'], '5200', '1.9'],
    [['61', '40'], '5321', '1.9'],
    // 10,000 ÷ 3,400 would exceed the two members; 98.99 and 101.01 are not shares of 100.
    [['50', '30'], '3400', '1.9'],
    [['90', '8.99'], '8180.8201', '1.2'],
    [['90', '11.01'], '8221.2201', '1.2'],
    // A short position counts by its size.
    [['60', '-40'], '5200', '1.9'],
    [['0', '0.0'], '0.00', ''],
    [[], '', ''],
  ])('of the weights %j are an index of %s and an effective number of %s', (weights, hhi, effective) => {
    expect(listFigures(weights.map((weight, i) => member(`T${i}`, weight)))).toMatchObject({
      hhi,
      effective,
    });
  });

  test('identify a partial list by the sum of its sizes, or by an effective number above its members', () => {
    const partial = (sizes: string[], scaled: bigint, places = 0) => isPartial(sizes, { scaled, places });
    expect([
      partial(['99'], 10_000n),
      partial(['98.9'], 10_000n),
      partial(['101.0'], 10_000n),
      partial(['101.1'], 10_000n),
      partial(['50', '50'], 5000n),
      partial(['50', '50'], 4999n),
      partial(['50', '50'], 500_000n, 2),
      partial(['50', '50'], 499_999n, 2),
    ]).toEqual([false, true, false, true, false, true, false, true]);
  });

  test('use sums, sizes and squares of weights', () => {
    expect([sumText([]), sumText(['1.5', '-0.25']), sumText(['7'])]).toEqual(['', '1.25', '7']);
    expect([absoluteWeight('-0.25'), absoluteWeight('3')]).toEqual(['0.25', '3']);
    expect(['2.5', '-0.12', '7'].map(squareText)).toEqual(['6.25', '0.0144', '49']);
  });

  test('sort members by weight, and equal weights by name', () => {
    expect(['1', '10', '9.5', '-3', '1.00'].toSorted(heavierFirst)).toEqual(['10', '9.5', '1', '1.00', '-3']);
    expect([heavierFirst('2', '10'), heavierFirst('10', '2'), heavierFirst('1', '1.0')]).toEqual([1, -1, 0]);
    const list = [
      member('A', '1', '', 'Zeta'),
      member('B', '', '', 'Beta'),
      member('C', '1.0', '', 'Alpha'),
      member('D', '2', '', 'Omega'),
      member('E', '-1', '', 'Short'),
      member('F', '0', '', 'Alpha'),
    ];
    expect(tickers(list.toSorted(byWeight))).toEqual(['D', 'C', 'A', 'F', 'B', 'E']);
  });
});

describe('an overlap of lists', () => {
  const lists = [
    [member('C', '3'), member('A', '2.5'), member('BRK.B', '1.5'), member('X', '9')],
    [member('A', '4'), member('BRKB', '1.25'), member('C', '1'), member('Y', '2'), member('Z', '1')],
    [member('brk-b', '2'), member('Q', '7'), member('C', '0.125'), member('X', '1')],
  ];

  test('has the members of all lists in the order of the first, and the members of only one', () => {
    const { common, only, shared } = overlapOf(lists);
    expect(common.map((same) => same.map(({ ticker, weight }) => `${ticker} ${weight}`))).toEqual([
      ['C 3', 'C 1', 'C 0.125'],
      ['BRK.B 1.5', 'BRKB 1.25', 'brk-b 2'],
    ]);
    // A and X are in two of the three lists.
    expect(only.map(tickers)).toEqual([[], ['Y', 'Z'], ['Q']]);
    expect(shared).toBe('1.375');
  });

  test('of two lists has each member in exactly one of three groups', () => {
    const { common, only, shared } = overlapOf(lists.slice(0, 2));
    expect([common.map(([one]) => one?.ticker), ...only.map(tickers)]).toEqual([
      ['C', 'A', 'BRK.B'],
      ['X'],
      ['Y', 'Z'],
    ]);
    expect(shared).toBe('4.75');
  });

  test('shares zero without common members, and an unknown weight if a weight is missing', () => {
    expect(overlapOf([[member('A', '1')], [member('B', '2')]])).toMatchObject({ common: [], shared: '0' });
    const one = [member('A', '1'), member('B', '2')];
    expect(overlapOf([one, [member('A', '1'), member('B')]]).shared).toBe('');
    expect(overlapOf([one, [member('A', '1'), member('C')]]).shared).toBe('1');
    expect(overlapOf([[], []])).toEqual({ common: [], only: [[], []], shared: '0' });
  });

  test('uses the least weight of a member', () => {
    expect(leastWeight([member('A', '9'), member('A', '10'), member('A', '9.5')])).toBe('9');
    expect(leastWeight([member('A', '2'), member('A', '-3')])).toBe('-3');
  });
});
