import { expect } from 'vitest';
import { type Explainable, listNumber } from '../../../renderer/constituents/explain-lists.ts';
import type { NumberNode } from '../../../renderer/explain/types.ts';
import { listChange } from '../../../service/series-math/list-change.ts';
import { listFigures, sumText } from '../../../service/series-math/list-figures.ts';
import { ledgerOf } from '../../../service/series-math/list-ledger.ts';
import type { Constituent } from '../../../service/series-math/members.ts';

/** Two lists of an index and two others, and all that an explanation of their numbers says. */

export const member = (
  ticker: string,
  weight: string,
  sector = 'Energy',
  name = `${ticker} Inc`,
): Constituent => ({
  ...{ ticker, name, sector, weight },
});
/** Twelve companies of 1.0 to 2.1 %, and one without a ticker. */
const MANY = [
  ...Array.from({ length: 12 }, (_, i) => member(`T${i}`, `${1 + Math.floor(i / 10)}.${i % 10}`)),
  member('-', '0.05', '', 'Unlisted Co'),
];
export const NOW = [
  ...MANY,
  member('BRK.B', '3', 'Communication'),
  member('NEW', '0.5', 'Utilities', 'Old Co'),
];
export const THEN = [
  ...MANY.slice(1, 6),
  member('T6', '1.6', 'Energy', 'Sixth Inc'),
  ...MANY.slice(7),
  member('BRK-B', '3.5', 'Financials', 'Berkshire'),
  member('CBG', '1'),
  member('OLD', '0.7', 'Utilities', 'Old Co'),
];
const OTHER = [member('T1', '0.5'), member('BRKB', '4'), member('X', '9')];
export const THIRD = [member('T1', '1.0')];
export const [CODE, TODAY, BEFORE] = ['IVV', '2024-12-06', '2014-12-07'];
export const PERIOD = `${BEFORE} to ${TODAY}`;
const PAIRS = [{ before: { ticker: 'OLD' }, after: { ticker: 'NEW' } }];
export const OF: Explainable = {
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
export const explained = (word: string, of: Explainable = OF) => listNumber(of, word) as NumberNode;
/** A list alone, of these members. */
export const alone = (...members: Constituent[]): Explainable => ({
  ...{ earlier: undefined, difference: undefined, ledger: undefined, compared: [] },
  ...{ list: { code: CODE, date: TODAY, members }, figures: listFigures(members) },
});
/** All that a node says, and its parts in short. */
export const whole = (node: NumberNode) => {
  const { label, date, period, value, unit, words, formula, numbers, listed } = node;
  return {
    said: [label, date, period, value, unit, words, formula, numbers],
    listed: listed && [listed.code, listed.date, listed.member].join(' '),
    parts: node.parts().map((part) => `${part.label} on ${part.date}: ${part.value} ${part.unit}`.trim()),
  };
};
/** The members of lists at the ends of a tree. */
export function ends(node: NumberNode): NumberNode[] {
  return [...(node.listed ? [node] : []), ...node.parts().flatMap(ends)];
}
/** The parts of a sum add up to it, at each level. */
export function addUp(node: NumberNode): void {
  expect(sumText(node.parts().map(({ value }) => value ?? ''))).toBe(node.value);
  const rest = node.parts().find(({ label }) => label.startsWith('The other'));
  if (rest) addUp(rest);
}
