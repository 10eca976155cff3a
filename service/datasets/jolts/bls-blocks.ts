import { JOLTS } from './definition.ts';

/** The most that BLS gives for one request: without a key (version 1) and with one (version 2). */
const LIMITS = { keyless: { series: 25, years: 10 }, keyed: { series: 50, years: 20 } };
/** Every release of January figures revises five years. */
const REVISED_YEARS = 6;
const MONTHS = Array.from({ length: 12 }, (_, at) => `M${String(at + 1).padStart(2, '0')}`);

export type BlsBlock = { ids: readonly string[]; first: number; last: number };
/** One series of an answer of BLS: the fields that are needed here. */
export type BlsAnswerSeries = { seriesID: string; data: readonly { year: string; period: string }[] };

/** @returns the BLS ids of JOLTS, each with the first month of its history, `YYYY-MM`. */
function series(): Map<string, string> {
  return new Map(
    JOLTS.series.flatMap(({ publisherIds, historyFrom = JOLTS.historyFrom }) =>
      publisherIds
        .filter(({ system }) => system === 'BLS')
        .map(({ id }) => [id, historyFrom.slice(0, 7)] as const),
    ),
  );
}

/**
 * @param whole years of series that BLS has given whole (`wholeYears`).
 * @param year the current one.
 * @returns what to ask for, oldest first: the years that releases still revise, and every older year of a series that is not known
 *   to be whole, in as few requests as BLS allows.
 */
export function blocksToAsk(whole: ReadonlySet<string>, year: number, hasKey: boolean): BlsBlock[] {
  const limits = hasKey ? LIMITS.keyed : LIMITS.keyless;
  const known = series();
  const from = Math.min(...[...known.values()].map((month) => Number(month.slice(0, 4))));
  const blocks: BlsBlock[] = [];
  for (let first = from; first <= year; first += limits.years) {
    const last = Math.min(first + limits.years - 1, year);
    const wanted = [...known].flatMap(([id, start]) => {
      const years = yearsFrom(Math.max(first, Number(start.slice(0, 4))), last).filter(
        (one) => one > year - REVISED_YEARS || !whole.has(nameOf(id, one)),
      );
      const [begin] = years;
      return begin === undefined ? [] : [{ id, begin, end: years.at(-1) ?? begin }];
    });
    for (let at = 0; at < wanted.length; at += limits.series) {
      const some = wanted.slice(at, at + limits.series);
      blocks.push({
        ids: some.map(({ id }) => id),
        first: Math.min(...some.map(({ begin }) => begin)),
        last: Math.max(...some.map(({ end }) => end)),
      });
    }
  }
  return blocks;
}

/**
 * @param year the current year, which is never whole.
 * @returns the names of the series' years of which an answer has every month. A month that BLS marks as missing counts as there.
 */
export function wholeYears(answered: readonly BlsAnswerSeries[], year: number): string[] {
  const known = series();
  return answered.flatMap(({ seriesID, data }) => {
    const start = known.get(seriesID);
    if (start === undefined) return [];
    const months = new Set(data.map((row) => `${row.year}-${row.period}`));
    return yearsFrom(Number(start.slice(0, 4)), year - 1)
      .filter((one) =>
        MONTHS.every((month) => `${one}-${month.slice(1)}` < start || months.has(`${one}-${month}`)),
      )
      .map((one) => nameOf(seriesID, one));
  });
}

function nameOf(id: string, year: number): string {
  return `${id} ${year}`;
}

function yearsFrom(first: number, last: number): number[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at);
}
