import { dayNumber } from '../../service/calendar/dates.ts';
import type { FrozenReader } from '../../service/saved/index.ts';
import type { Constituent } from '../../service/series-math/members.ts';
import type { StoredRun } from '../../service/store/index.ts';

/** The key in a test's data for the values that are known now; other keys are instants. */
export const NOW = 'now';
export type Series = Record<string, [date: string, value: string][]>;
export type Lists = Record<string, Partial<Constituent>[]>;
export type Known = { series?: Series; lists?: Lists };

export const day = (date: string) => dayNumber(date) as number;

export const member = (given: Partial<Constituent>): Constituent => ({
  ...{ ticker: 'A', name: 'Ace', sector: 'Energy', weight: '1' },
  ...given,
});

/**
 * A reader of the data that are known now and were known at some instants. Series are named
 * 'dataset.code.area', with '' for a country; lists 'code@date', the newest of a code first.
 */
export function readerOf(
  known: Record<string, Known>,
  runs: Partial<StoredRun>[] = [{ dataset: 'constituents', fetchedAt: '2026-11-10T08:00:00.000Z' }],
): FrozenReader {
  const at = (asOf = NOW) => known[asOf] ?? known[NOW] ?? {};
  return {
    dataVersion: () => '1',
    origin: () => 'file',
    runs: (limit) => runs.slice(0, limit).map((run) => ({ kind: 'import', ...run }) as StoredRun),
    columns: ({ dataset, codes, areas, from, to, asOf }) =>
      Object.entries(at(asOf).series ?? {}).flatMap(([name, rows]) => {
        const [of, code = '', area = ''] = name.split('.');
        if (of !== dataset || !codes.includes(code) || (areas && !areas.includes(area))) return [];
        const within = rows.filter(([date]) => day(date) >= from && day(date) <= to);
        const days = Int32Array.from(within.map(([date]) => day(date)));
        const values = within.map(([, value]) => value);
        return [{ code, area, seriesId: 0, first: days[0] ?? 0, last: days.at(-1) ?? 0, days, values }];
      }),
    constituentCodes: () => [
      ...new Set(Object.keys(at().lists ?? {}).map((list) => list.split('@')[0] as string)),
    ],
    constituentLists: (code, asOf) =>
      Object.entries(at(asOf).lists ?? {}).flatMap(([list, members]) => {
        const [own, date = ''] = list.split('@');
        return own === code ? [{ day: day(date), members: () => members.map(member) }] : [];
      }),
  };
}
