import type { Catalog } from '../../service/contract/catalog.ts';
import { CONSTITUENTS } from '../../service/datasets/constituents/definition.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { type Constituent, foldTicker, identityOf } from '../../service/series-math/members.ts';
import type { ListAsk } from '../api/index.ts';
import type { SearchAction } from '../picker/index.ts';

/** Lists in which a ticker is looked for: the newest of each index or fund, then older ones. */
const MOST_LISTS = 12;
const TICKER = /^[a-z0-9]{1,8}([./-][a-z]{1,2})?$/i;
/** Shorter words in small letters are more often the beginning of something else. */
const LEAST_SMALL = 4;

/** @returns the lists in which a ticker is looked for. */
export function listsToSearch(catalog: Pick<Catalog, 'datasets'> | undefined): ListAsk[] {
  const series = catalog?.datasets.find(({ id }) => id === CONSTITUENTS.id)?.series ?? [];
  return series
    .flatMap(({ code, lists = [] }) => lists.map(({ as_of }, age) => ({ code, date: as_of, age })))
    .sort((a, b) => a.age - b.age)
    .slice(0, MOST_LISTS)
    .map(({ code, date }) => ({ code, date }));
}

/**
 * @param query two codes, 'SPY vs IVV'. @param asks the newest list of each first.
 * @returns an action that compares the newest lists of both, where both are held.
 */
export function compareActions(
  query: string,
  asks: readonly ListAsk[],
  open: (path: string) => void,
): SearchAction[] {
  const [, ...codes] = /^([\w.-]+) vs ([\w.-]+)$/i.exec(query.trim()) ?? [];
  const [one, other] = codes.map((wanted) =>
    asks.find(({ code }) => code.toUpperCase() === wanted.toUpperCase()),
  );
  if (!one || !other || one.code === other.code) return [];
  const search = new URLSearchParams({
    code: one.code,
    view: 'compare',
    with: `${other.code}@${other.date}`,
  });
  const address = `/constituents?${search}`;
  return [
    {
      id: `compare:${search}`,
      title: `${one.code} vs ${other.code}: what they share`,
      detail: 'Constituents',
      words: '',
      address,
      run: () => open(address),
    },
  ];
}

/**
 * @param query a ticker, 'AAPL', 'brk.b'. @param lists as asked for, with their members as far as they are there.
 * @returns for each index or fund an action that opens the newest of these lists that holds it, with that member explained.
 */
export function tickerActions(
  query: string,
  lists: readonly { ask: ListAsk; members: readonly Constituent[] | undefined }[],
  open: (path: string) => void,
): SearchAction[] {
  const typed = query.trim();
  const isTicker = TICKER.test(typed) && (typed.length >= LEAST_SMALL || typed === typed.toUpperCase());
  if (!isTicker) return [];
  const wanted = foldTicker(typed);
  const found = new Map<string, SearchAction>();
  for (const { ask, members = [] } of lists) {
    const { code, date } = ask;
    const member = members.find(({ ticker }) => foldTicker(ticker) === wanted);
    if (!member || found.has(code)) continue;
    const address = `/constituents?${new URLSearchParams({ code, date, explain: identityOf(member) })}`;
    found.set(code, {
      id: `member:${code}:${wanted}`,
      title: `${member.ticker} ${member.name}`,
      detail: `${code} of ${date}${member.weight === '' ? '' : `, ${groupDigits(member.weight)} %`}`,
      words: '',
      address,
      run: () => open(address),
    });
  }
  return [...found.values()];
}
