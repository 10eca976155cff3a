import { dayNumber } from '../../service/calendar/dates.ts';
import type { HeldList } from '../../service/contract/catalog.ts';
import type { LedgerCompany } from '../../service/series-math/list-ledger.ts';
import { sectorName } from '../../service/series-math/members.ts';

/** More lists than these are thinned out: what stands between two of them stays true, only less exact. */
export const MOST_LEDGER_LISTS = 60;

/** @param lists newest first. @returns the days of the lists that a ledger shows, the oldest first; the newest and the oldest are among them. */
export function ledgerDates(lists: readonly Pick<HeldList, 'as_of'>[]): string[] {
  const dates = lists.map(({ as_of }) => as_of).reverse();
  if (dates.length <= MOST_LEDGER_LISTS) return dates;
  return Array.from(
    { length: MOST_LEDGER_LISTS },
    (_, i) => dates[Math.round((i * (dates.length - 1)) / (MOST_LEDGER_LISTS - 1))] as string,
  );
}

/** Part of a company's bar, in shares of the time from the first list to the last: solid where lists have it, hatched where none says. */
export type BarPart = { from: number; to: number; isSure: boolean };

/** @returns the bar of a company. @param dates of the lists, the oldest first; at least two. */
export function barOf({ stays }: Pick<LedgerCompany, 'stays'>, dates: readonly string[]): BarPart[] {
  const days = dates.map((date) => dayNumber(date) as number);
  const [start = 0, end = 1] = [days[0], days.at(-1)];
  const share = (list: number) => ((days[list] as number) - start) / (end - start);
  const last = dates.length - 1;
  return stays.flatMap((stay) => [
    ...(stay.first > 0 ? [{ from: share(stay.first - 1), to: share(stay.first), isSure: false }] : []),
    { from: share(stay.first), to: share(stay.last), isSure: true },
    ...(stay.last < last ? [{ from: share(stay.last), to: share(stay.last + 1), isSure: false }] : []),
  ]);
}

/** @returns when a company was in the lists: 'joined between 2014-12-07 and 2026-08-08', 'in all 2 lists'. */
export function staysText({ stays }: Pick<LedgerCompany, 'stays'>, dates: readonly string[]): string {
  const last = dates.length - 1;
  const said = stays.flatMap((stay) => [
    ...(stay.first > 0 ? [`joined between ${dates[stay.first - 1]} and ${dates[stay.first]}`] : []),
    ...(stay.last < last ? [`left between ${dates[stay.last]} and ${dates[stay.last + 1]}`] : []),
  ]);
  return said.length === 0 ? `in all ${dates.length} lists` : said.join(', ');
}

/** @returns the companies in whose tickers, name and sector each word of the search stands. */
export function foundCompanies(companies: readonly LedgerCompany[], q: string): readonly LedgerCompany[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return companies;
  return companies.filter(({ tickers, name, members }) => {
    const { sector = '' } = members.findLast(Boolean) ?? {};
    const text = `${tickers.join(' ')} ${name} ${sectorName(sector)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
