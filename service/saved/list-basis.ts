import { setImmediate as turn } from 'node:timers/promises';
import { dateText } from '../calendar/dates.ts';
import { CONSTITUENTS } from '../datasets/constituents/definition.ts';
import { byIdentity, type Constituent } from '../series-math/members.ts';
import { csvCell } from '../series-math/spreadsheet-cells.ts';
import type { Basis, FrozenReader } from './basis.ts';

type Search = Readonly<Record<string, string>>;
/** A list that a screen shows. `slot`: what it is there ('date', 'vs', …), whatever its day. */
type ShownList = { slot: string; code: string; date: string; members(): Constituent[] };

/**
 * @param search of Constituents @returns its lists as a basis: the shown one, those that it is compared with, in the ledger all of its code.
 * A line is `series,date,ticker,name,sector,weight` in the order of the list, as CSV (RFC 4180). An address without a date means the newest
 * list, so that a newer one differs from it.
 */
export function listBasis(search: Search): Basis {
  return {
    datasets: [CONSTITUENTS.id],
    *parts(reader, asOf) {
      for (const list of eachOnce(shownLists(reader, search, asOf))) {
        const members = list.members();
        yield { text: members.map((member) => lineOf(list, member)).join(''), rows: members.length };
      }
    },
    async differences(reader, asOf) {
      const [then, now] = [shownLists(reader, search, asOf), shownLists(reader, search)];
      const counts = { revised: 0, added: 0, gone: 0 };
      const lists = { reweighted: 0, added: 0, is_replaced: false };
      for (const before of then) {
        const after = now.find(({ slot }) => slot === before.slot);
        const found = compared(before.members(), after?.members() ?? []);
        counts.revised += found.revised;
        counts.added += found.added;
        counts.gone += found.gone;
        lists.reweighted += found.reweighted;
        lists.is_replaced ||= isReplaced(reader, before);
        await turn();
      }
      lists.added = now.filter(({ slot }) => !then.some((before) => before.slot === slot)).length;
      return { ...counts, lists };
    },
    lists: (reader, asOf) => [
      ...new Set(shownLists(reader, search, asOf).map(({ code, date }) => `${code}@${date}`)),
    ],
  };
}

/** @returns the lists that an address of Constituents shows, of those known at an instant; the first is the one that the screen is about. */
function shownLists(reader: FrozenReader, search: Search, asOf?: string): ShownList[] {
  const held = (code: string) =>
    reader
      .constituentLists(code, asOf)
      .map(({ day, members }) => ({ code, date: dateText(day), members: () => members() }));
  const codes = [...CONSTITUENTS.series.map(({ code }) => code), ...reader.constituentCodes(CONSTITUENTS.id)];
  const code = [search.code ?? '', ...codes].find((one) => held(one).length > 0);
  if (code === undefined) return [];
  const own = held(code);
  const on = (date: string | undefined) => own.find((list) => date === undefined || list.date <= date);
  const others = (search.with ?? '').split(',').map((word) => {
    const [other = '', date = ''] = word.split('@');
    return [word, held(other).find((list) => list.date === date)] as const;
  });
  const ledger = search.view === 'ledger' ? own.map((list) => [list.date, list] as const) : [];
  const shown = [
    ['date', on(search.date) ?? own[0]] as const,
    ...(search.vs === undefined ? [] : [['vs', on(search.vs)] as const]),
    ...others,
    ...ledger,
  ];
  return shown.flatMap(([slot, list]) => (list ? { slot, ...list } : []));
}

/** @returns each list once, by code and date. */
function eachOnce(lists: readonly ShownList[]): ShownList[] {
  const words = new Map(lists.map((list) => [`${list.code} ${list.date}`, list]));
  return [...words.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, list]) => list);
}

function lineOf({ code, date }: ShownList, { ticker, name, sector, weight }: Constituent): string {
  const cells = [`${CONSTITUENTS.id}.${code}`, date, ticker, name, sector, weight];
  return `${cells.map((cell) => csvCell(cell)).join(',')}\n`;
}

/** Compares members by what identifies them. `revised`: those with another weight, name or sector; `reweighted` of these the former. */
function compared(then: readonly Constituent[], now: readonly Constituent[]) {
  const [before, after] = [byIdentity(then), byIdentity(now)];
  const stayed = [...before].flatMap(([key, member]) => {
    const other = after.get(key);
    return other ? [[member, other] as const] : [];
  });
  const reweighted = stayed.filter(([one, other]) => one.weight !== other.weight);
  const revised = stayed.filter(
    ([one, other]) =>
      one.weight !== other.weight ||
      one.ticker !== other.ticker ||
      one.name !== other.name ||
      one.sector !== other.sector,
  );
  return {
    revised: revised.length,
    reweighted: reweighted.length,
    added: after.size - stayed.length,
    gone: before.size - stayed.length,
  };
}

/** @returns whether the list of that very day is another one now. */
function isReplaced(reader: FrozenReader, list: ShownList): boolean {
  const now = reader.constituentLists(list.code).find(({ day }) => dateText(day) === list.date);
  const linesOf = (members: readonly Constituent[]) => members.map((member) => lineOf(list, member)).join('');
  return now === undefined || linesOf(now.members()) !== linesOf(list.members());
}
