import { upperFirst } from '@mantine/hooks';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import type { ListDifference } from '../../service/series-math/list-change.ts';
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
import type { LedgerCompany } from '../../service/series-math/list-ledger.ts';
import { byIdentity, type Constituent, identitiesOf, sectorName } from '../../service/series-math/members.ts';
import { numberNode } from '../explain/index.ts';
import type { NumberNode } from '../explain/types.ts';
import { listName, NO_SECTOR, staysText, wordOf } from './members.ts';

type ShownList = { code: string; date: string; members: readonly Constituent[] };
/** All companies of all lists of an index or fund. `dates` starts with the oldest. */
type CompanyLedger = { code: string; dates: readonly string[]; companies: readonly LedgerCompany[] };

/** The data from which the screen's numbers are made. */
export type Explainable = {
  list: ShownList;
  earlier: ShownList | undefined;
  difference: ListDifference | undefined;
  figures: ListFigures;
  /** The loaded lists of a comparison; `list` comes first. */
  compared: readonly ShownList[];
  ledger: CompanyLedger | undefined;
};

/**
 * Finds a number of the screen by its word in the address, as a tree that ends at members of lists. A member
 * has its key (`byIdentity`): `BRKB`; in the earlier list `was:CBG`; its change of weight `change:AAPL`. A
 * list has `members`, `total`, `top`, `hhi`, `effective` and `sector:Energy`; against the earlier list
 * `joined`, `left`, `stayed` and `sector-change:Energy`. The ledger has `company:CBRE`, a comparison `common`
 * and `shared`, a pair of lists `shared:SPY@2025-02-07,IVV@2024-12-06`.
 */
export function listNumber(explainable: Explainable, word: string): NumberNode | undefined {
  const [, kind = word, name = ''] = /^([a-z-]+):(.*)$/.exec(word) ?? [];
  const { list, earlier, figures, compared } = explainable;
  const pair = earlier && explainable.difference && { list, earlier, difference: explainable.difference };
  switch (kind) {
    case 'was':
      return earlier && memberNode(earlier, name);
    case 'company':
      return explainable.ledger && companyNode(explainable.ledger, name);
    case 'change':
      return pair && changeNode(pair, name);
    case 'members':
      return listNode(list);
    case 'total':
      return figures.total === '' ? undefined : weightSum(list, list.members, 'Sum of the weights');
    case 'top':
      return figures.topTen === '' ? undefined : topNode(list);
    case 'hhi':
      return figures.hhi === '' ? undefined : hhiNode(list, figures);
    case 'effective':
      return figures.effective === '' ? undefined : effectiveNode(list, figures);
    case 'sector':
      return sectorNode(list, name);
    case 'sector-change':
      return earlier && sectorChangeNode(list, earlier, name);
    case 'joined':
    case 'left':
    case 'stayed':
      return pair && countNode(pair, kind);
    case 'common':
    case 'shared': {
      const words = name.split(',');
      const lists = name === '' ? compared : compared.filter((one) => words.includes(wordOf(one)));
      return lists.length < 2 ? undefined : overlapNode(lists, kind === 'shared');
    }
    default: {
      const own = memberNode(list, word);
      const change = pair && changeNode(pair, word);
      return own && change ? { ...own, parts: () => [change] } : own;
    }
  }
}

/** @returns a function that explains a member of the list, down to its line in the file. */
function leavesOf({ code, date, members }: ShownList): (member: Constituent) => NumberNode {
  const keys = identitiesOf(members);
  const order = members.toSorted(byWeight);
  return (member) => {
    const { ticker, name, weight, sector } = member;
    const standard = sectorName(sector) || NO_SECTOR;
    const alias = standard === sector || sector === '' ? '' : ` (the list says ‘${sector}’)`;
    const rank =
      weight === ''
        ? '. The list gives no weights'
        : `, number ${order.indexOf(member) + 1} of ${members.length} by weight`;
    return numberNode({
      label: `${ticker} ${name}`,
      date,
      value: weight === '' ? 'in the list' : weight,
      unit: weight === '' ? '' : '%',
      words: `As listed: sector ${standard}${alias}${rank}`,
      listed: { code, date, member: keys.get(member) ?? '' },
    });
  };
}

function memberNode(list: ShownList, key: string): NumberNode | undefined {
  const member = byIdentity(list.members).get(key);
  return member && leavesOf(list)(member);
}

function listNode(list: ShownList): NumberNode {
  const { code, date, members } = list;
  return numberNode({
    label: `Members of ${listName(list)}`,
    date,
    value: String(members.length),
    unit: 'members',
    words: 'The rows of the list that are companies; cash and the like are left out',
    listed: { code, date, member: '' },
  });
}

type ListPair = { list: ShownList; earlier: ShownList; difference: ListDifference };

/** The change of a weight since the earlier list, or that the company joined or left. */
function changeNode({ list, earlier, difference: change }: ListPair, key: string): NumberNode | undefined {
  const [now, then] = [byIdentity(list.members).get(key), byIdentity(earlier.members).get(key)];
  const member = now ?? then;
  if (!member) return undefined;
  const base = {
    label: `${member.name}, change`,
    date: list.date,
    period: `${earlier.date} to ${list.date}`,
  };
  const pair = change.stayed.find(({ before, after }) => after === now || before === then);
  if (!pair)
    return numberNode({
      ...base,
      unit: '',
      value: now ? 'joined' : 'left',
      words: now
        ? `Not in the list of ${earlier.date}, but in the list of ${list.date}: it joined between the two dates`
        : `In the list of ${earlier.date}, but not in the list of ${list.date}: it left between the two dates`,
      parts: () => [leavesOf(now ? list : earlier)(member)],
    });
  const { before, after } = pair;
  const renamed = before.ticker !== after.ticker ? `, where it was ${before.ticker}` : '';
  const parts = () => [leavesOf(list)(after), leavesOf(earlier)(before)];
  if (pair.change === '')
    return numberNode({
      ...base,
      unit: '',
      value: 'stayed',
      words: `In both lists${renamed}; at least one of them has no weight`,
      parts,
    });
  return numberNode({
    ...base,
    value: pair.change,
    unit: 'percentage points',
    words: `The weight minus the weight in the list of ${earlier.date}${renamed}`,
    formula: 'w(t) − w(then)',
    numbers: `${after.weight} − ${before.weight} = ${signedText(pair.change).replace('+', '')}`,
    parts,
  });
}

function countNode(
  { list, earlier, difference: { joined, left, stayed } }: ListPair,
  kind: 'joined' | 'left' | 'stayed',
): NumberNode {
  const members = { joined, left, stayed: stayed.map(({ after }) => after) }[kind];
  const words = {
    joined: `In the list of ${list.date}, but not in the list of ${earlier.date}`,
    left: `In the list of ${earlier.date}, but not in the list of ${list.date}`,
    stayed: `In the lists of both ${earlier.date} and ${list.date}`,
  };
  return numberNode({
    label: `Members of ${list.code} that ${kind}`,
    date: list.date,
    period: `${earlier.date} to ${list.date}`,
    value: String(members.length),
    unit: 'members',
    words: `${words[kind]}. Tickers are compared without dots and the like; pairs confirmed as the same company count as one`,
    parts: () => [
      ...members.map(leavesOf(kind === 'left' ? earlier : list)),
      listNode(earlier),
      listNode(list),
    ],
  });
}

/** The lists that contain a company, each with the company's row. */
function companyNode({ code, dates, companies }: CompanyLedger, key: string): NumberNode | undefined {
  const company = companies.find((one) => one.key === key);
  if (!company) return undefined;
  const there = company.members.flatMap((member, i) => (member ? [{ member, date: dates[i] ?? '' }] : []));
  return numberNode({
    label: `${company.tickers.join(', before ')} ${company.name}`,
    date: dates.at(-1) ?? '',
    period: `${dates[0]} to ${dates.at(-1)}`,
    value: `${there.length} of ${dates.length}`,
    unit: 'lists',
    words: `${upperFirst(staysText(company, dates))}. The exact day between two lists is not known`,
    parts: () =>
      there.toReversed().map(({ member, date }) => ({
        ...leavesOf({ code, date, members: [member] })(member),
        words: 'As listed',
      })),
  });
}

/** A term of a sum, with its explanation. */
type Term = { value: string; node: () => NumberNode };

/** @returns the largest terms of a sum, and one node for the rest. */
function partsOf(terms: readonly Term[], date: string, unit: string): readonly NumberNode[] {
  const sorted = terms.toSorted((a, b) => heavierFirst(a.value, b.value));
  const nodes = (some: readonly Term[]) => some.map((term) => term.node());
  const rest = sorted.slice(TOP);
  if (rest.length === 0) return nodes(sorted);
  const others = numberNode({
    label: `The other ${rest.length}`,
    date,
    value: sumText(rest.map(({ value }) => value)),
    unit,
    words: 'Their sum',
    parts: () => nodes(rest),
  });
  return [...nodes(sorted.slice(0, TOP)), others];
}

const weighted = (members: readonly Constituent[]) => members.filter(({ weight }) => weight !== '');

function weightSum(
  list: ShownList,
  members: readonly Constituent[],
  label: string,
  words?: string,
): NumberNode {
  const leaf = leavesOf(list);
  const terms = weighted(members).map((member) => ({ value: member.weight, node: () => leaf(member) }));
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

function topNode(list: ShownList): NumberNode {
  const top = weighted(list.members).toSorted(byWeight).slice(0, TOP);
  const sum = weightSum(list, top, 'Ten largest', `Sum of the ${top.length} largest weights`);
  return { ...sum, numbers: `${top.map(({ weight }) => weight).join(' + ')} = ${sum.value}` };
}

function hhiNode(list: ShownList, { hhi }: ListFigures): NumberNode {
  const leaf = leavesOf(list);
  const { date } = list;
  const terms = weighted(list.members).map((member) => {
    const value = squareText(member.weight);
    const node = () =>
      numberNode({
        label: `${member.ticker}, square of its weight`,
        date,
        value,
        unit: '',
        words: 'A term of the sum',
        numbers: `${member.weight}² = ${value}`,
        parts: () => [leaf(member)],
      });
    return { value, node };
  });
  return numberNode({
    label: `HHI of ${list.code}`,
    date,
    value: hhi,
    unit: '',
    words: `Herfindahl-Hirschman index: the sum of the squares of ${terms.length} weights in percent. A single company would have 10,000`,
    formula: 'Σ w²',
    parts: () => partsOf(terms, date, ''),
  });
}

/** 10,000 ÷ HHI; for a partial list, the squared sum of its absolute weights ÷ HHI. */
function effectiveNode(list: ShownList, figures: ListFigures): NumberNode {
  const sizes = weighted(list.members).map(({ weight }) => absoluteWeight(weight));
  const hasShort = list.members.some(({ weight }) => weight.startsWith('-'));
  const isPartialList = isPartial(sizes, parseDecimal(figures.hhi));
  const square = isPartialList ? `${groupDigits(sumText(sizes))}²` : '10,000';
  return numberNode({
    label: `Effective number of ${list.code}`,
    date: list.date,
    value: figures.effective,
    unit: 'companies',
    words: 'The number of equally weighted companies that would be as concentrated; to one decimal',
    formula: `${isPartialList ? (hasShort ? '(Σ |w|)²' : '(Σ w)²') : '10,000'} ÷ HHI`,
    numbers: `${square} ÷ ${groupDigits(figures.hhi)} = ${figures.effective}`,
    parts: () => [
      ...(isPartialList && !hasShort ? [weightSum(list, list.members, 'Sum of the weights')] : []),
      hhiNode(list, figures),
    ],
  });
}

const membersOfSector = ({ members }: ShownList, name: string) =>
  members.filter(({ sector }) => (sectorName(sector) || NO_SECTOR) === name);

/** A sector's weight, or its number of members in a list without weights. @param name standard name */
function sectorNode(list: ShownList, name: string): NumberNode | undefined {
  const members = membersOfSector(list, name);
  if (members.length === 0) return undefined;
  if (weighted(members).length > 0)
    return weightSum(list, members, name, `Sum of the weights of ${members.length} members`);
  return numberNode({
    label: `${name}, ${list.code}`,
    date: list.date,
    value: String(members.length),
    unit: 'members',
    words: 'The list gives no weights: its members are counted',
    parts: () => members.map(leavesOf(list)),
  });
}

/** The change of a sector's weight, or of its number of members if either list has no weights. */
function sectorChangeNode(list: ShownList, earlier: ShownList, name: string): NumberNode | undefined {
  const [now, then] = [sectorNode(list, name), sectorNode(earlier, name)];
  const parts = [now, then].filter((one) => one !== undefined);
  if (parts.length === 0) return undefined;
  const isWeighed =
    parts.every(({ unit }) => unit === '%') &&
    [list, earlier].every(({ members }) => weighted(members).length > 0);
  const count = (one: ShownList) => String(membersOfSector(one, name).length);
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

/** The overlap of lists. @param isWeight whether to sum the lesser weights instead of counting members */
function overlapNode(lists: readonly ShownList[], isWeight: boolean): NumberNode | undefined {
  const { common, shared } = overlapOf(lists.map(({ members }) => members));
  const names = lists.map(listName).join(' and ');
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
  const leafIn = lists.map(leavesOf);
  const terms = common.map((same) => {
    const value = leastWeight(same);
    const node = () =>
      numberNode({
        label: `${same[0]?.ticker}, smaller weight`,
        date,
        value,
        unit: '%',
        words: 'A term of the sum',
        numbers: `min(${same.map(({ weight }) => weight).join(', ')}) = ${value}`,
        parts: () =>
          same.map((member, i) => {
            const leaf = leafIn[i]?.(member) as NumberNode;
            return { ...leaf, label: `${lists[i]?.code}: ${leaf.label}` };
          }),
      });
    return { value, node };
  });
  return numberNode({
    label: `Weight in common of ${names}`,
    date,
    period,
    value: shared,
    unit: '%',
    words: `Sum of the smaller weights of ${common.length} common members`,
    formula: 'Σ min(w)',
    parts: () => partsOf(terms, date, '%'),
  });
}
