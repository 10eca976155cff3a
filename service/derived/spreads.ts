import { LRUCache } from 'lru-cache';
import { dayNumber } from '../calendar/dates.ts';
import { DATASETS, findDataset, findSeries } from '../datasets/index.ts';
import type { SpreadLegs } from '../datasets/types.ts';
import { difference, parseDecimal } from '../series-math/exact-decimal.ts';
import type { TimeSeries } from '../series-math/types.ts';
import type { DatasetHolding, Reader, SeriesColumn, SeriesHolding, SeriesSelection } from '../store/index.ts';
import { cut, derivedPages } from './derived-pages.ts';

const WHOLE = { from: dayNumber('0001-01-01') as number, to: dayNumber('9999-12-31') as number };
/** Ids in paging positions. The store never gives them: it counts from 1, and a token has 32 bits for ids. */
const LARGEST_ID = 0xffff_ffff;
/** Whole spreads kept in memory, about 300 KB each: the three current ones, and some as of other days. */
const MOST = 8;
const ATTEMPTS = 3;

type SpreadSelection = Pick<SeriesSelection, 'dataset' | 'asOf'> & { code: string };

/**
 * Adds the catalogue's spreads (`Series.spread`) to a reader, computed from stored observations. `revisions`
 * and `explain` know only stored series.
 */
export function withSpreads(reader: Reader): Reader {
  const known = new LRUCache<string, { column: SeriesColumn | undefined }>({ max: MOST });

  /** @returns a whole spread; `undefined` if its series have no day in common. */
  function whole({ dataset, code, asOf }: SpreadSelection): SeriesColumn | undefined {
    const { long, short } = spreadCode(dataset, code) as SpreadLegs;
    const key = `${reader.dataVersion()} ${dataset}.${code} ${asOf}`;
    let found = known.get(key);
    if (!found) {
      const legs = reader.columns({ dataset, codes: [long, short], ...WHOLE, asOf });
      const [far, near] = [long, short].map((one) => legs.find((leg) => leg.code === one));
      const spread = far && near && seriesSpread(far, near);
      const [first, last] = [spread?.days.at(0), spread?.days.at(-1)];
      found = {
        column:
          spread && first !== undefined && last !== undefined
            ? { code, area: '', seriesId: idOf(dataset, code), first, last, ...spread }
            : undefined,
      };
      known.set(key, found);
    }
    return found.column;
  }

  function part(
    asked: SpreadSelection,
    range: Pick<SeriesSelection, 'from' | 'to'>,
  ): SeriesColumn | undefined {
    const column = whole(asked);
    return column && { ...column, ...cut(column, range) };
  }

  /** Returns columns with spreads, of one data version unless another process keeps publishing. */
  function columns(selection: SeriesSelection): SeriesColumn[] {
    const { stored, spreads } = divided(selection);
    for (let attempt = 1; ; attempt++) {
      const version = reader.dataVersion();
      const held = stored.length > 0 ? reader.columns({ ...selection, codes: stored }) : [];
      const made = spreads.map((code) => part({ ...selection, code }, selection));
      const all = [...held, ...made.filter((column) => column !== undefined)];
      if (reader.dataVersion() === version || attempt === ATTEMPTS)
        return all.toSorted((a, b) => selection.codes.indexOf(a.code) - selection.codes.indexOf(b.code));
    }
  }

  /** Reads only the days, because the spread's values take several times as long. */
  function holdingOf(dataset: string, code: string): SeriesHolding[] {
    const { long, short } = spreadCode(dataset, code) as SpreadLegs;
    const days = reader.sharedDays(dataset, [long, short]);
    return days ? [{ code, area: '', ...days }] : [];
  }

  const all: Reader = {
    ...reader,
    holdings: () =>
      reader.holdings().map((holding): DatasetHolding => {
        const codes = findDataset(holding.dataset)?.series.flatMap((one) => (one.spread ? one.code : []));
        if (!codes || codes.length === 0) return holding;
        const spreads = codes.flatMap((code) => holdingOf(holding.dataset, code));
        return { ...holding, series: [...holding.series, ...spreads] };
      }),
    columns: (selection) => (hasSpread(selection) ? columns(selection) : reader.columns(selection)),
    observations(selection, page) {
      const dataset = findDataset(selection.dataset);
      if (!dataset || !hasSpread(selection)) return reader.observations(selection, page);
      return derivedPages(all, dataset, selection, { units: 'lin' })(page);
    },
    countObservations(selection) {
      const { stored, spreads } = divided(selection);
      const held = stored.length > 0 ? reader.countObservations({ ...selection, codes: stored }) : 0;
      return spreads.reduce(
        (sum, code) => sum + (part({ ...selection, code }, selection)?.days.length ?? 0),
        held,
      );
    },
    observationsAt(selection, page) {
      if (hasSpread(selection)) throw new Error('Spreads are not read by offset');
      return reader.observationsAt(selection, page);
    },
  };
  return all;
}

function spreadCode(dataset: string, code: string): SpreadLegs | undefined {
  return findSeries(dataset, code)?.spread;
}

/** @returns whether a selection contains a spread, which the store does not know. */
export function hasSpread({ dataset, codes }: Pick<SeriesSelection, 'dataset' | 'codes'>): boolean {
  return WITH_SPREADS.has(dataset) && codes.some((code) => spreadCode(dataset, code));
}

const WITH_SPREADS: ReadonlySet<string> = new Set(
  DATASETS.filter(({ series }) => series.some(({ spread }) => spread)).map(({ id }) => id),
);

function divided({ dataset, codes }: SeriesSelection): Record<'stored' | 'spreads', string[]> {
  const isSpread = (code: string) => spreadCode(dataset, code) !== undefined;
  const once = [...new Set(codes)];
  return { stored: once.filter((code) => !isSpread(code)), spreads: once.filter(isSpread) };
}

function idOf(dataset: string, code: string): number {
  return LARGEST_ID - (findDataset(dataset)?.series.findIndex((one) => one.code === code) ?? 0);
}

/** @returns `long` minus `short`, exact, on the days that both have: 4.32 − 3.99 = 0.33. */
export function seriesSpread(long: TimeSeries, short: TimeSeries): { days: Int32Array; values: string[] } {
  const days: number[] = [];
  const values: string[] = [];
  let at = 0;
  for (const [i, day] of long.days.entries()) {
    while ((short.days[at] ?? day) < day) at++;
    if (short.days[at] !== day) continue;
    days.push(day);
    values.push(difference(parseDecimal(long.values[i] as string), parseDecimal(short.values[at] as string)));
  }
  return { days: Int32Array.from(days), values };
}
