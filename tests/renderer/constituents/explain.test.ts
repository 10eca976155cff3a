import { expect, test } from 'vitest';
import { type Explainable, listNumber } from '../../../renderer/constituents/explain-lists.ts';
import type { NumberNode } from '../../../renderer/explain/types.ts';
import { listChange } from '../../../service/series-math/list-change.ts';
import { listFigures, sumText } from '../../../service/series-math/list-figures.ts';
import { ledgerOf } from '../../../service/series-math/list-ledger.ts';
import type { Constituent } from '../../../service/series-math/members.ts';
import { expectWrittenAnswers } from '../../support/written-answers.ts';
import { nodeLines } from '../explain/node-lines.ts';

const member = (ticker: string, weight: string, sector = 'Energy', name = `${ticker} Inc`): Constituent => ({
  ...{ ticker, name, sector, weight },
});
/** Twelve companies of 1.0 to 2.1 %, and one without a ticker. */
const MANY = [
  ...Array.from({ length: 12 }, (_, i) => member(`T${i}`, `${1 + Math.floor(i / 10)}.${i % 10}`)),
  member('-', '0.05', '', 'Unlisted Co'),
];
const NOW = [...MANY, member('BRK.B', '3', 'Communication'), member('NEW', '0.5', 'Utilities', 'Old Co')];
const THEN = [
  ...MANY.slice(1, 6),
  member('T6', '1.6', 'Energy', 'Sixth Inc'),
  ...MANY.slice(7),
  member('BRK-B', '3.5', 'Financials', 'Berkshire'),
  member('CBG', '1'),
  member('OLD', '0.7', 'Utilities', 'Old Co'),
];
const OTHER = [member('T1', '0.5'), member('BRKB', '4'), member('X', '9')];
const [CODE, TODAY, BEFORE] = ['IVV', '2024-12-06', '2014-12-07'];
const PAIRS = [{ before: { ticker: 'OLD' }, after: { ticker: 'NEW' } }];
const OF: Explainable = {
  list: { code: CODE, date: TODAY, members: NOW },
  earlier: { code: CODE, date: BEFORE, members: THEN },
  difference: listChange(THEN, NOW, PAIRS),
  figures: listFigures(NOW),
  compared: [
    { code: CODE, date: TODAY, members: NOW },
    { code: 'SPY', date: '2025-02-07', members: OTHER },
  ],
  ledger: { code: CODE, dates: [BEFORE, TODAY], companies: ledgerOf([THEN, NOW], PAIRS) },
};
/** One list with these members, compared with nothing. */
const alone = (...members: Constituent[]): Explainable => ({
  ...{ earlier: undefined, difference: undefined, ledger: undefined, compared: [] },
  ...{ list: { code: CODE, date: TODAY, members }, figures: listFigures(members) },
});
/** `OF`, compared also with this list of today. */
const besides = (code: string, ...members: Constituent[]): Explainable => ({
  ...{ ...OF, compared: [...OF.compared, { code, date: TODAY, members }] },
});
const before = (...members: Constituent[]) => ({ code: CODE, date: BEFORE, members });
const [A1, A] = [member('A', '1'), member('A', '')];
const LISTS: Readonly<Record<string, Explainable>> = {
  'two lists of an index, and another': OF,
  'the same in the other order': {
    ...{ ...OF, list: before(...THEN), earlier: OF.list, difference: listChange(NOW, THEN) },
  },
  'three lists': besides('QQQ', member('T1', '1.0')),
  'a list of a hundred percent, with one without a weight': alone(
    ...[member('A', '60'), member('B', '40'), member('C', '')],
  ),
  'a short position': alone(member('A', '30'), member('B', '-10')),
  'a list without weights': alone(A, member('B', ''), member('C', '', 'Water')),
  'an earlier list without weights': { ...OF, earlier: before(A) },
  'a weight that is not given any more': {
    ...{ ...alone(A), earlier: before(A1), difference: listChange([A1], [A]) },
  },
  'another list without weights': {
    ...{ ...OF, compared: [OF.list, { code: 'X', date: TODAY, members: [member('T1', '')] }] },
  },
};

/** Names a node's list, date and member as its published value, so that the answer shows them. */
const withList = (node: NumberNode): NumberNode => ({
  ...node,
  published:
    node.listed &&
    ({
      dataset: node.listed.code,
      code: node.listed.date,
      area: node.listed.member,
    } as NumberNode['published']),
  parts: () => node.parts().map(withList),
});

test('each number is explained down to the members of its lists', () =>
  expectWrittenAnswers(`${import.meta.dirname}/explanations.md`, (word, section) => {
    const node = listNumber(LISTS[section] as Explainable, word);
    return nodeLines(node && withList(node), 12);
  }));

test('the parts of a sum add up to it, at each level', () => {
  const addUp = (node: NumberNode | undefined): void => {
    const parts = node?.parts() ?? [];
    expect(sumText(parts.map(({ value }) => value ?? ''))).toBe(node?.value);
    const rest = parts.find(({ label }) => label.startsWith('The other'));
    if (rest) addUp(rest);
  };
  for (const word of ['total', 'hhi', 'sector:Energy', 'shared']) addUp(listNumber(OF, word));
  const light = NOW.map((one) => ({ ...one, weight: '0.04' }));
  addUp(listNumber({ ...OF, compared: [OF.list, { code: 'LIGHT', date: TODAY, members: light }] }, 'shared'));
});
