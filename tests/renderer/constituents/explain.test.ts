import { describe, expect, test } from 'vitest';
import { type Explainable, explainedNumber } from '../../../renderer/constituents/explain-nodes.ts';
import type { NumberNode } from '../../../renderer/explain/types.ts';
import { listChange } from '../../../service/series-math/list-change.ts';
import { listFigures, sumText } from '../../../service/series-math/list-figures.ts';
import { ledgerOf } from '../../../service/series-math/list-ledger.ts';
import type { Member } from '../../../service/series-math/members.ts';

const member = (ticker: string, weight: string, sector = 'Energy', name = `${ticker} Inc`): Member => ({
  ticker,
  name,
  sector,
  weight,
});
/** Twelve companies of 1.0 to 2.1 %, and one without a ticker. */
const MANY = [
  ...Array.from({ length: 12 }, (_, i) => member(`T${i}`, `${1 + Math.floor(i / 10)}.${i % 10}`)),
  member('-', '0.05', '', 'Unlisted Co'),
];
const NOW = [...MANY, member('BRK.B', '3', 'Communication')];
const THEN = [...MANY.slice(1), member('BRK-B', '2.5', 'Financials'), member('CBG', '1')];
const OTHER = [member('BRKB', '4'), member('T1', '0.5')];
const [CODE, TODAY, BEFORE] = ['IVV', '2024-12-06', '2014-12-07'];
const difference = listChange(THEN, NOW);
const OF: Explainable = {
  list: { code: CODE, date: TODAY, members: NOW },
  earlier: { code: CODE, date: BEFORE, members: THEN },
  difference,
  figures: listFigures(NOW),
  compared: [
    { code: CODE, date: TODAY, members: NOW },
    { code: 'SPY', date: '2025-02-07', members: OTHER },
  ],
  ledger: { code: CODE, dates: [BEFORE, TODAY], companies: ledgerOf([THEN, NOW]) },
};
const explained = (word: string) => explainedNumber(OF, word) as NumberNode;

/** @returns the members of lists at the ends of a tree. */
function ends(node: NumberNode): NumberNode[] {
  const parts = node.parts();
  return [...(node.listed ? [node] : []), ...parts.flatMap(ends)];
}
/** The parts of a sum add up to it, at each level. */
function addUp(node: NumberNode): void {
  expect(sumText(node.parts().map(({ value }) => value ?? ''))).toBe(node.value);
  const rest = node.parts().find(({ label }) => label.startsWith('The other'));
  if (rest) addUp(rest);
}

describe('an explanation', () => {
  test('of a member names its list, its rank and what the list calls its sector; its change leads to both lists', () => {
    const node = explained('BRKB');
    expect(node).toMatchObject({
      value: '3',
      unit: '%',
      listed: { code: CODE, date: TODAY, member: 'BRKB' },
    });
    expect(node.words).toBe(
      'As the list has it: sector Communication Services (the list says ‘Communication’), number 1 of 14 by weight',
    );
    const [change] = node.parts();
    expect(change).toMatchObject({ value: '0.5', numbers: '3 − 2.5 = 0.5', period: `${BEFORE} to ${TODAY}` });
    expect(ends(change as NumberNode).map(({ listed }) => listed?.date)).toEqual([TODAY, BEFORE]);
    expect(explained('name unlisted').listed).toMatchObject({ member: 'name unlisted' });
  });

  test('of who joined and who left says between which lists', () => {
    expect(explained('change:T0')).toMatchObject({ value: 'joined' });
    expect(explained('change:CBG')).toMatchObject({ value: 'left' });
    expect(explained('was:CBG').listed).toEqual({ code: CODE, date: BEFORE, member: 'CBG' });
    for (const [word, count] of [
      ['joined', 1],
      ['left', 1],
      ['stayed', 13],
    ] as const) {
      expect(explained(word).value).toBe(String(count));
      expect(ends(explained(word))).toHaveLength(count + 2);
    }
  });

  test('of a figure has its ten largest terms and the rest, which add up, down to each member', () => {
    for (const word of ['total', 'hhi', 'sector:Energy', 'shared']) {
      addUp(explained(word));
      expect(explained(word).parts().length).toBeLessThanOrEqual(11);
    }
    expect(explained('total').value).toBe(OF.figures.total);
    expect(explained('hhi').value).toBe(OF.figures.hhi);
    expect(ends(explained('hhi'))).toHaveLength(NOW.length);
    expect(explained('hhi').parts()[0]).toMatchObject({ value: '9', numbers: '3² = 9' });
    expect(explained('top').value).toBe(OF.figures.topTen);
    expect(explained('top').numbers).toMatch(/^3 \+ 2\.1 \+ .* = /);
    expect(explained('effective')).toMatchObject({ value: OF.figures.effective, formula: '(Σ w)² ÷ HHI' });
    expect(explained('members')).toMatchObject({ value: '14', listed: { member: '' } });
    expect(explained('sector-change:Communication Services')).toMatchObject({ value: '1', unit: 'members' });
    expect(explained('sector-change:Energy')).toMatchObject({ unit: 'percentage points', value: '0.0' });
  });

  test('of a comparison takes the lesser weight of each common member', () => {
    expect(explained('common').value).toBe('2');
    expect(explained('shared')).toMatchObject({ value: '3.5', unit: '%' });
    expect(explained('shared').parts()[0]).toMatchObject({ numbers: 'min(3, 4) = 3' });
    expect(explained('shared:IVV@2024-12-06,SPY@2025-02-07').value).toBe('3.5');
  });

  test('of a company in the ledger names the lists that have it', () => {
    expect(explained('company:CBG')).toMatchObject({ value: '1 of 2', unit: 'lists' });
    expect(explained('company:CBG').words).toContain('Left between 2014-12-07 and 2024-12-06');
    expect(ends(explained('company:BRKB')).map(({ listed }) => listed?.member)).toEqual(['BRKB', 'BRKB']);
  });

  test('of what is not on the screen is none', () => {
    const words = ['QQQ', 'was:T0', 'change:QQQ', 'sector:Water', 'company:QQQ', 'shared:SPY@2025-02-07', ''];
    for (const word of words) expect(explained(word), word).toBeUndefined();
    const alone: Explainable = {
      ...OF,
      earlier: undefined,
      difference: undefined,
      ledger: undefined,
      figures: listFigures([member('A', '')]),
      list: { ...OF.list, members: [member('A', '')] },
      compared: [],
    };
    for (const word of ['joined', 'change:A', 'hhi', 'top', 'total', 'effective', 'common', 'company:A'])
      expect(explainedNumber(alone, word), word).toBeUndefined();
    expect(explainedNumber(alone, 'A')).toMatchObject({ value: 'in the list', unit: '' });
  });
});
