import { upperFirst } from '@mantine/hooks';
import { signedText } from '../../service/series-math/decimal-text.ts';
import type { ListDifference } from '../../service/series-math/list-change.ts';
import { byWeight } from '../../service/series-math/list-figures.ts';
import type { LedgerCompany } from '../../service/series-math/list-ledger.ts';
import { byIdentity, type Constituent, identitiesOf, sectorName } from '../../service/series-math/members.ts';
import { numberNode } from '../explain/index.ts';
import type { NumberNode } from '../explain/types.ts';
import { listName } from './held-lists.ts';
import { staysText } from './ledger-rows.ts';
import { NO_SECTOR } from './members.ts';

/** A list with its members. */
export type ShownList = { code: string; date: string; members: readonly Constituent[] };

/** @returns what explains each member of a list: the list's word for it, down to its line in the file. */
export function leavesOf(list: ShownList): (member: Constituent) => NumberNode {
  const { code, date, members } = list;
  const keys = identitiesOf(members);
  const order = members.toSorted(byWeight);
  const ranks = new Map(order.map((member, i) => [member, i + 1]));
  return (member) => {
    const { ticker, name, weight, sector } = member;
    const standard = sectorName(sector) || NO_SECTOR;
    const alias = standard === sector || sector === '' ? '' : ` (the list says ‘${sector}’)`;
    const said = `As the list has it: sector ${standard}${alias}`;
    return numberNode({
      label: `${ticker} ${name}`,
      date,
      value: weight === '' ? 'in the list' : weight,
      unit: weight === '' ? '' : '%',
      words:
        weight === ''
          ? `${said}. The list gives no weights`
          : `${said}, number ${ranks.get(member)} of ${members.length} by weight`,
      listed: { code, date, member: keys.get(member) ?? '' },
    });
  };
}

/** @returns a member of a list by what identifies it (`byIdentity`); `undefined` where it has none such. */
export function memberNode(list: ShownList, key: string): NumberNode | undefined {
  const member = byIdentity(list.members).get(key);
  return member && leavesOf(list)(member);
}

/** How many members a list has. */
export function listNode(list: ShownList): NumberNode {
  const { code, date, members } = list;
  return numberNode({
    label: `Members of ${listName(list)}`,
    date,
    value: String(members.length),
    unit: 'members',
    words: 'One for each row of the list that is a company; cash and the like are left out',
    listed: { code, date, member: '' },
  });
}

/** Two lists, and how they differ. */
export type ListPair = { list: ShownList; earlier: ShownList; difference: ListDifference };

/** How a weight changed since the earlier list, or that the company joined or left. */
export function changeNode(
  { list, earlier, difference: change }: ListPair,
  key: string,
): NumberNode | undefined {
  const [now, then] = [byIdentity(list.members).get(key), byIdentity(earlier.members).get(key)];
  const pair = change.stayed.find(({ before, after }) => after === now || before === then);
  const of = { label: `${(now ?? then)?.name ?? ''}, change`, date: list.date, unit: 'percentage points' };
  const period = `${earlier.date} to ${list.date}`;
  const [leafNow, leafThen] = [leavesOf(list), leavesOf(earlier)];
  if (!pair) {
    if (now)
      return numberNode({
        ...of,
        period,
        value: 'joined',
        unit: '',
        words: `Not in the list of ${earlier.date}, and in that of ${list.date}: it joined at some time between them`,
        parts: () => [leafNow(now)],
      });
    return then
      ? numberNode({
          ...of,
          period,
          value: 'left',
          unit: '',
          words: `In the list of ${earlier.date}, and not in that of ${list.date}: it left at some time between them`,
          parts: () => [leafThen(then)],
        })
      : undefined;
  }
  const { before, after } = pair;
  const isRenamed = before.ticker !== after.ticker ? `, where it was ${before.ticker}` : '';
  return numberNode({
    ...of,
    period,
    value: pair.change === '' ? 'stayed' : pair.change,
    unit: pair.change === '' ? '' : of.unit,
    words:
      pair.change === ''
        ? `In both lists${isRenamed}; not both give a weight`
        : `The weight less that of the list of ${earlier.date}${isRenamed}`,
    formula: pair.change === '' ? '' : 'w(t) − w(then)',
    numbers:
      pair.change === ''
        ? ''
        : `${after.weight} − ${before.weight} = ${signedText(pair.change).replace('+', '')}`,
    parts: () => [leafNow(after), leafThen(before)],
  });
}

/** How many members joined, left or stayed, and which. */
export function countNode(
  { list, earlier, difference: { joined, left, stayed } }: ListPair,
  kind: 'joined' | 'left' | 'stayed',
): NumberNode {
  const members = { joined, left, stayed: stayed.map(({ after }) => after) }[kind];
  const leaf = leavesOf(kind === 'left' ? earlier : list);
  const words = {
    joined: `In the list of ${list.date}, and not in that of ${earlier.date}`,
    left: `In the list of ${earlier.date}, and not in that of ${list.date}`,
    stayed: `In both lists, those of ${earlier.date} and ${list.date}`,
  };
  return numberNode({
    label: `Members of ${list.code} that ${kind}`,
    date: list.date,
    period: `${earlier.date} to ${list.date}`,
    value: String(members.length),
    unit: 'members',
    words: `${words[kind]}. Tickers are compared without dots and the like; pairs confirmed as the same company count as one`,
    parts: () => [...members.map(leaf), listNode(earlier), listNode(list)],
  });
}

/** All companies of all lists of an index or fund; days the oldest first. */
export type Ledgered = { code: string; dates: readonly string[]; companies: readonly LedgerCompany[] };

/** In which lists a company was, and what each has of it. */
export function companyNode({ code, dates, companies }: Ledgered, key: string): NumberNode | undefined {
  const company = companies.find((one) => one.key === key);
  if (!company) return undefined;
  const there = company.members.flatMap((member, i) => (member ? [{ member, date: dates[i] ?? '' }] : []));
  return numberNode({
    label: `${company.tickers.join(', before ')} ${company.name}`,
    date: dates.at(-1) ?? '',
    period: `${dates[0]} to ${dates.at(-1)}`,
    value: `${there.length} of ${dates.length}`,
    unit: 'lists',
    words: `${upperFirst(staysText(company, dates))}. The lists say no more: between two of them it is not known when`,
    parts: () =>
      there
        .map(({ member, date }) => ({
          ...leavesOf({ code, date, members: [member] })(member),
          words: 'As the list has it',
        }))
        .reverse(),
  });
}
