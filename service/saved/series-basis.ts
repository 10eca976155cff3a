import { setImmediate as turn } from 'node:timers/promises';
import { dateText, dayNumber } from '../calendar/dates.ts';
import type { SeriesColumn, SeriesKey } from '../store/index.ts';
import type { Basis, Differences, FrozenReader } from './basis.ts';

const WHOLE = { from: dayNumber('0001-01-01') as number, to: dayNumber('9999-12-31') as number };

/**
 * @returns whole series as a basis. A line is `series,area,date,value`.
 * @param inputs ordered by dataset, code and area; `area` '' stands for all states of a dataset by state.
 */
export function seriesBasis(inputs: readonly SeriesKey[]): Basis {
  return {
    datasets: [...new Set(inputs.map(({ dataset }) => dataset))],
    *parts(reader, asOf) {
      for (const input of inputs)
        for (const column of columnsOf(reader, input, asOf))
          yield { text: linesOf(input, column), rows: column.days.length };
    },
    async differences(reader, asOf) {
      const counts = { revised: 0, added: 0, gone: 0 };
      for (const input of inputs) {
        const [then, now] = [columnsOf(reader, input, asOf), columnsOf(reader, input, undefined)];
        for (const area of new Set([...then, ...now].map((column) => column.area)))
          count(
            then.find((column) => column.area === area),
            now.find((column) => column.area === area),
            counts,
          );
        await turn();
      }
      return counts;
    },
  };
}

function linesOf({ dataset, code }: SeriesKey, { area, days, values }: SeriesColumn): string {
  const start = `${dataset}.${code},${area},`;
  return values.map((value, i) => `${start}${dateText(days[i] as number)},${value}\n`).join('');
}

/** The columns of an input, ordered by area. */
function columnsOf(
  reader: FrozenReader,
  { dataset, code, area }: SeriesKey,
  asOf: string | undefined,
): SeriesColumn[] {
  const areas = area === '' ? undefined : [area];
  const columns = reader.columns({ dataset, codes: [code], areas, ...WHOLE, asOf });
  return columns.toSorted((a, b) => (a.area < b.area ? -1 : 1));
}

function count(then: SeriesColumn | undefined, now: SeriesColumn | undefined, counts: Differences): void {
  const current = new Map(Array.from(now?.days ?? [], (day, i) => [day, now?.values[i]]));
  for (const [i, day] of then?.days.entries() ?? []) {
    const value = current.get(day);
    if (value === undefined) counts.gone += 1;
    else if (value !== then?.values[i]) counts.revised += 1;
    current.delete(day);
  }
  counts.added += current.size;
}
