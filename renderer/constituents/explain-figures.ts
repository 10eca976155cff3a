import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import {
  absoluteWeight,
  byWeight,
  heavierFirst,
  isPartial,
  type ListFigures,
  leastWeight,
  overlapOf,
  squareText,
  sumText,
  TOP,
} from '../../service/series-math/list-figures.ts';
import { type Constituent, sectorName } from '../../service/series-math/members.ts';
import { numberNode } from '../explain/index.ts';
import type { NumberNode } from '../explain/types.ts';
import { leavesOf, listNode, type ShownList } from './explain-members.ts';
import { listName } from './held-lists.ts';
import { NO_SECTOR } from './members.ts';

/** A term of a sum, and what explains it. */
type Term = { value: string; node: () => NumberNode };

/** @returns the largest terms of a sum, and the others as one. */
function partsOf(terms: readonly Term[], date: string, unit: string): readonly NumberNode[] {
  const sorted = terms.toSorted((a, b) => heavierFirst(a.value, b.value));
  const [first, rest] = [sorted.slice(0, TOP), sorted.slice(TOP)];
  const others = numberNode({
    label: `The other ${rest.length}`,
    date,
    value: sumText(rest.map(({ value }) => value)),
    unit,
    words: 'Their sum',
    parts: () => rest.map((term) => term.node()),
  });
  return [...first.map((term) => term.node()), ...(rest.length > 0 ? [others] : [])];
}

/** The sum of the weights of some members. */
export function weightSum(
  list: ShownList,
  members: readonly Constituent[],
  label: string,
  words?: string,
): NumberNode {
  const leaf = leavesOf(list);
  const terms = members.flatMap((member) =>
    member.weight === '' ? [] : [{ value: member.weight, node: () => leaf(member) }],
  );
  return numberNode({
    label: `${label}, ${list.code}`,
    date: list.date,
    value: sumText(terms.map(({ value }) => value)),
    unit: '%',
    words: words ?? `Sum of ${terms.length} weights`,
    formula: 'Σ w',
    parts: () => partsOf(terms, list.date, '%'),
  });
}

/** The sum of the ten largest weights. */
export function topNode(list: ShownList): NumberNode {
  const top = list.members
    .filter(({ weight }) => weight !== '')
    .toSorted(byWeight)
    .slice(0, TOP);
  const sum = weightSum(list, top, 'Ten largest', `Sum of the ${top.length} largest weights`);
  return { ...sum, numbers: `${top.map(({ weight }) => weight).join(' + ')} = ${sum.value}` };
}

/** The sum of the squares of all weights. */
export function hhiNode(list: ShownList, { hhi }: ListFigures): NumberNode {
  const leaf = leavesOf(list);
  const terms = list.members.flatMap((member) => {
    if (member.weight === '') return [];
    const value = squareText(member.weight);
    const term = () =>
      numberNode({
        label: `${member.ticker}, square of its weight`,
        date: list.date,
        value,
        unit: '',
        words: 'A term of the sum',
        numbers: `${member.weight}² = ${value}`,
        parts: () => [leaf(member)],
      });
    return [{ value, node: term }];
  });
  return numberNode({
    label: `HHI of ${list.code}`,
    date: list.date,
    value: hhi,
    unit: '',
    words: `Herfindahl-Hirschman index: the sum of the squares of ${terms.length} weights in percent. A single company would have 10,000`,
    formula: 'Σ w²',
    parts: () => partsOf(terms, list.date, ''),
  });
}

/** 10,000 ÷ HHI; of a partial list the square of the sum of its weights ÷ HHI, where a short position counts by its size. */
export function effectiveNode(list: ShownList, figures: ListFigures): NumberNode {
  const sizes = list.members.flatMap(({ weight }) => (weight === '' ? [] : [absoluteWeight(weight)]));
  const hasShort = list.members.some(({ weight }) => weight.startsWith('-'));
  const ofPart = isPartial(sizes, parseDecimal(figures.hhi));
  const square = ofPart ? `${groupDigits(sumText(sizes))}²` : '10,000';
  return numberNode({
    label: `Effective number of ${list.code}`,
    date: list.date,
    value: figures.effective,
    unit: 'companies',
    words: 'As many companies of equal weight would be as concentrated; to one decimal',
    formula: `${ofPart ? (hasShort ? '(Σ |w|)²' : '(Σ w)²') : '10,000'} ÷ HHI`,
    numbers: `${square} ÷ ${groupDigits(figures.hhi)} = ${figures.effective}`,
    parts: () => [
      ...(ofPart && !hasShort ? [weightSum(list, list.members, 'Sum of the weights')] : []),
      hhiNode(list, figures),
    ],
  });
}

const ofSector = ({ members }: ShownList, name: string) =>
  members.filter(({ sector }) => (sectorName(sector) || NO_SECTOR) === name);

/** The weight of a sector, or how many members it has. @param name the standard one, as the screen shows it */
export function sectorNode(list: ShownList, name: string): NumberNode | undefined {
  const members = ofSector(list, name);
  if (members.length === 0) return undefined;
  const leaf = leavesOf(list);
  if (members.some(({ weight }) => weight !== ''))
    return weightSum(list, members, name, `Sum of the weights of ${members.length} members`);
  return numberNode({
    label: `${name}, ${list.code}`,
    date: list.date,
    value: String(members.length),
    unit: 'members',
    words: 'The list gives no weights: its members are counted',
    parts: () => members.map(leaf),
  });
}

/** How the weight of a sector changed, or the number of its members. */
export function sectorChangeNode(list: ShownList, earlier: ShownList, name: string): NumberNode | undefined {
  const [now, then] = [sectorNode(list, name), sectorNode(earlier, name)];
  const parts = [now, then].filter((one) => one !== undefined);
  if (parts.length === 0) return undefined;
  const isWeighed =
    parts.every(({ unit }) => unit === '%') &&
    [list, earlier].every(({ members }) => members.some(({ weight }) => weight !== ''));
  const count = (one: ShownList) => String(ofSector(one, name).length);
  const [a, b] = isWeighed ? [now?.value ?? '0', then?.value ?? '0'] : [count(list), count(earlier)];
  const value = difference(parseDecimal(a), parseDecimal(b));
  return numberNode({
    label: `${name}, change`,
    date: list.date,
    period: `${earlier.date} to ${list.date}`,
    value,
    unit: isWeighed ? 'percentage points' : 'members',
    words: isWeighed ? 'The change of its weight' : 'The change of the number of its members',
    formula: isWeighed ? 'Σ w(t) − Σ w(then)' : 'n(t) − n(then)',
    numbers: `${a} − ${b} = ${value.replace('-', '−')}`,
    parts: () => parts,
  });
}

/** What lists have in common. @param isWeight whether the sum of the lesser weights is asked for, not the number of members. */
export function overlapNode(lists: readonly ShownList[], isWeight: boolean): NumberNode | undefined {
  const { common, shared } = overlapOf(lists.map(({ members }) => members));
  const names = lists.map(listName).join(' and ');
  const leafIn = lists.map(leavesOf);
  const parts = (same: readonly Constituent[]) =>
    same.map((member, i) => {
      const leaf = leafIn[i]?.(member) as NumberNode;
      return { ...leaf, label: `${lists[i]?.code}: ${leaf.label}` };
    });
  const date = lists[0]?.date ?? '';
  const period = lists.map((one) => one.date).join(', ');
  if (!isWeight)
    return numberNode({
      label: `Members in common of ${names}`,
      date,
      period,
      value: String(common.length),
      unit: 'members',
      words: 'Members of all of these lists; tickers are compared without dots and the like',
      parts: () => lists.map(listNode),
    });
  if (shared === '') return undefined;
  const terms = common.map((same) => ({
    value: leastWeight(same),
    node: () =>
      numberNode({
        label: `${same[0]?.ticker}, lesser weight`,
        date,
        value: leastWeight(same),
        unit: '%',
        words: 'A term of the sum',
        numbers: `min(${same.map(({ weight }) => weight).join(', ')}) = ${leastWeight(same)}`,
        parts: () => parts(same),
      }),
  }));
  return numberNode({
    label: `Weight in common of ${names}`,
    date,
    period,
    value: shared,
    unit: '%',
    words: `Sum of the lesser weights of ${common.length} common members`,
    formula: 'Σ min(w)',
    parts: () => partsOf(terms, date, '%'),
  });
}
