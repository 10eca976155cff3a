import type { ListDifference } from '../../service/series-math/list-change.ts';
import type { ListFigures } from '../../service/series-math/list-figures.ts';
import type { NumberNode } from '../explain/types.ts';
import {
  effectiveNode,
  hhiNode,
  overlapNode,
  sectorChangeNode,
  sectorNode,
  topNode,
  weightSum,
} from './explain-figures.ts';
import {
  changeNode,
  companyNode,
  countNode,
  type Ledgered,
  listNode,
  memberNode,
  type ShownList,
} from './explain-members.ts';
import { wordOf } from './held-lists.ts';

/** What the numbers of the screen are made of. */
export type Explainable = {
  list: ShownList;
  earlier: ShownList | undefined;
  difference: ListDifference | undefined;
  figures: ListFigures;
  /** The lists of a comparison that are there, `list` first. */
  compared: readonly ShownList[];
  /** All companies of all lists, where they are there; days the oldest first. */
  ledger: Ledgered | undefined;
};

/**
 * Every number of the screen, by the word of the address that names it, as a tree that ends at members of lists. A member is named by what
 * identifies it (`byIdentity`): `BRKB`; `was:CBG` is one of the earlier list, `change:AAPL` a change of weight. Of the list `members`,
 * `total`, `top`, `hhi`, `effective`, `sector:Energy`; against the earlier one `joined`, `left`, `stayed`, `sector-change:Energy`; in the
 * ledger `company:CBRE`; in a comparison `common`, `shared`, and of two lists `shared:SPY@2025-02-07,IVV@2024-12-06`.
 */
export function listNumber(of: Explainable, word: string): NumberNode | undefined {
  const [, kind = word, name = ''] = /^([a-z-]+):(.*)$/.exec(word) ?? [];
  const { list, earlier, figures, compared } = of;
  const pair = pairOf(of);
  switch (kind) {
    case 'was':
      return earlier && memberNode(earlier, name);
    case 'company':
      return of.ledger && companyNode(of.ledger, name);
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
    default:
      return withChange(memberNode(list, word), pair && changeNode(pair, word));
  }
}

const pairOf = ({ list, earlier, difference }: Explainable) =>
  earlier && difference && { list, earlier, difference };

/** A member, and against an earlier list how it changed, or that it joined. */
function withChange(own: NumberNode | undefined, change: NumberNode | undefined): NumberNode | undefined {
  return own && change ? { ...own, parts: () => [change] } : own;
}
