import { describe, expect, test } from 'vitest';
import { listChange } from '../../service/series-math/list-change.ts';
import type { Constituent } from '../../service/series-math/members.ts';

const member = (ticker: string, weight = '', sector = 'Energy', name = `${ticker} Inc`): Constituent => ({
  ticker,
  name,
  sector,
  weight,
});

describe('what changed between two lists', () => {
  const earlier = [
    member('X', '9'),
    member('BRK.B', '1.70', 'Financials'),
    member('A', '3.5', 'Communication'),
    member('BLL', '0.2', 'Materials', 'Ball Corp'),
    member('C', '', 'Energy'),
    member('D', '1', ''),
    member('W', '2'),
  ];
  const later = [
    member('N', '4'),
    member('D', '1.000', 'Utilities'),
    member('BALL', '0.25', 'Materials', 'Ball Corporation'),
    member('A', '3.25', 'Communication Services'),
    member('BRKB', '1.7', 'Energy'),
    member('C', '2', ''),
    member('M', '1'),
  ];
  const [x, brk, a, bll, c, d, w] = earlier;
  const [n, d2, ball, a2, brk2, c2, m] = later;

  test('is who joined, left and stayed, in the order of the list that has them', () => {
    const dStayed = { before: d, after: d2, change: '0.000' };
    const aStayed = { before: a, after: a2, change: '-0.25' };
    const brkStayed = { before: brk, after: brk2, change: '0.00' };
    const cStayed = { before: c, after: c2, change: '' };
    expect(listChange(earlier, later)).toEqual({
      joined: [n, ball, m],
      left: [x, bll, w],
      stayed: [dStayed, aStayed, brkStayed, cStayed],
      renamed: [],
      reweighted: [aStayed],
      // Not where a list does not say the sector, or says it in other words.
      resectored: [brkStayed],
      perhapsRenamed: [{ before: bll, after: ball }],
    });
  });

  test('is no change of a weight that either list does not give', () => {
    const weights = (before: string, after: string) =>
      listChange([member('A', before)], [member('A', after)]).stayed.map(({ change }) => change);
    expect([weights('3', ''), weights('', '3'), weights('', ''), weights('3', '3.5')]).toEqual([
      [''],
      [''],
      [''],
      ['0.5'],
    ]);
  });

  test('counts a confirmed pair as one that stayed, in the order of the later list', () => {
    const pair = { before: { ticker: 'bll' }, after: { ticker: 'BA.LL' } };
    const found = listChange(earlier, later, [pair]);
    const renamed = { before: bll, after: ball, change: '0.05' };
    expect(found.joined).toEqual([n, m]);
    expect(found.left).toEqual([x, w]);
    expect(found.stayed.map(({ after }) => after)).toEqual([d2, ball, a2, brk2, c2]);
    expect([found.renamed, found.perhapsRenamed]).toEqual([[renamed], []]);
    expect(found.reweighted.map(({ change }) => change)).toEqual(['0.05', '-0.25']);
  });

  test.each([
    ['the old ticker is in both lists', 'A', 'N'],
    ['the new ticker is in both lists', 'X', 'A'],
    ['the old ticker was not there', 'Q', 'N'],
    ['the new ticker is not there', 'X', 'Q'],
    ['it is the other way round', 'N', 'X'],
  ])('a confirmed pair does not count where %s', (_, old, young) => {
    const found = listChange(earlier, later, [{ before: { ticker: old }, after: { ticker: young } }]);
    expect(found).toEqual(listChange(earlier, later));
  });

  test('takes each ticker into one pair, the first', () => {
    const pair = (old: string, young: string) => ({ before: { ticker: old }, after: { ticker: young } });
    const renamed = (...pairs: ReturnType<typeof pair>[]) =>
      listChange(earlier, later, pairs).renamed.map(
        ({ before, after }) => `${before.ticker}>${after.ticker}`,
      );
    expect(renamed(pair('X', 'N'), pair('X', 'M'))).toEqual(['X>N']);
    expect(renamed(pair('X', 'N'), pair('W', 'N'))).toEqual(['X>N']);
    expect(renamed(pair('X', 'M'), pair('W', 'N'))).toEqual(['W>N', 'X>M']);
    // D is in both lists: that pair takes no X.
    expect(renamed(pair('X', 'D'), pair('X', 'N'))).toEqual(['X>N']);
  });

  test('asks about one of a name that left and one that joined, and not where there are more, or no name', () => {
    const fox = (ticker: string, name = 'Fox Corp') => member(ticker, '', '', name);
    const asked = (before: Constituent[], after: Constituent[]) =>
      listChange(before, after).perhapsRenamed.map((pair) => `${pair.before.ticker}>${pair.after.ticker}`);
    expect(asked([fox('X')], [fox('Y', 'FOX')])).toEqual(['X>Y']);
    expect(asked([fox('X'), fox('W')], [fox('Y')])).toEqual([]);
    expect(asked([fox('X')], [fox('Y'), fox('Z')])).toEqual([]);
    expect(asked([fox('X'), fox('W')], [fox('Y'), fox('Z')])).toEqual([]);
    expect(asked([fox('X', 'The Company')], [fox('Y', 'Group Inc')])).toEqual([]);
    expect(asked([fox('X')], [fox('Y', 'Foxes')])).toEqual([]);
    // One that stayed is no other of the name.
    expect(asked([fox('A'), fox('X')], [fox('A'), fox('Y')])).toEqual(['X>Y']);
  });
});
