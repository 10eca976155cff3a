import { dateText, daysFromCivil } from '../../calendar/dates.ts';
import { isPlainNumber, refuseValue } from '../../sources/cells.ts';
import { createGapFinder, gapNote } from '../../sources/gaps.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { ReadContext } from '../../sources/types.ts';

/** One month of a BLS series as the API and the flat files write it. */
export type BlsRow = {
  year: string;
  /** `M01` to `M12`; `M13` is the average of the year. */
  period: string;
  /** Plain digits, or `-` where it is missing. */
  value: string;
  footnotes: readonly { code: string; text: string }[];
  /** Line of the file, or record of the JSON. */
  line: number;
};

/** @throws Failure for a text that is not a year, month or value. */
export type BlsSink = (row: BlsRow) => void;

/** Names of the fields, for messages. Both layouts of BLS use them. */
const COLUMNS = { date: 'period', value: 'value' };
const PRELIMINARY = 'P';

/** Reads BLS series: keeps those of JOLTS that are in the catalogue, and notes the others. */
export function openBlsSeriesReader({ file, target }: ReadContext) {
  const known = seriesOfPublisher('BLS');
  const sinks = new Map<string, BlsSink>();
  const left = new Set<string>();
  const gaps = createGapFinder('month');
  const missing = new Map<string, number>();
  let preliminary = 0;

  function openSink(id: string): BlsSink | undefined {
    const found = known.get(id);
    if (!found) return undefined;
    const series = target.series(found.dataset, found.code, found.area, COLUMNS);
    return ({ year, period, value, footnotes, line }) => {
      if (!/^\d{4}$/.test(year)) {
        throw rowFailure(file, line, 'year', `${quote(year)} is not a year; four digits are right.`);
      }
      if (period === 'M13') return;
      if (!/^M(0[1-9]|1[0-2])$/.test(period)) {
        throw rowFailure(file, line, 'period', `${quote(period)} is not a month; M01 to M12 are right.`);
      }
      const day = daysFromCivil(Number(year), Number(period.slice(1)), 1);
      gaps.add(found.code, day);
      if (value === '-') {
        const why = footnotes.map(({ text }) => text).join('; ') || 'no reason is given';
        missing.set(why, (missing.get(why) ?? 0) + 1);
        return;
      }
      if (!isPlainNumber(value)) refuseValue(file, line, `value of ${id} in ${year} ${period}`, value);
      if (footnotes.some(({ code }) => code === PRELIMINARY)) preliminary++;
      target.observation(series, day, value, line);
    };
  }

  return {
    /**
     * @returns where the rows of a series go; `undefined` for one that Almanac does not hold.
     * @throws Failure where `id` cannot be a BLS id at all.
     */
    open(id: string, line: number): BlsSink | undefined {
      const found = sinks.get(id) ?? openSink(id);
      if (found) {
        sinks.set(id, found);
        return found;
      }
      if (!/^[A-Z]{2}[A-Z0-9#_-]{3,}$/.test(id)) {
        throw rowFailure(
          file,
          line,
          'series',
          `${quote(id)} is not the id of a BLS series; one like JTS000000000000000JOL is right.`,
        );
      }
      left.add(id);
      return undefined;
    },
    /** Notes what was left out. @throws Failure where Almanac holds none of the file's series. */
    finish(): void {
      const [example] = left;
      if (sinks.size === 0 && example !== undefined) {
        throw fileFailure(
          file,
          `holds none of the ${known.size} JOLTS series that Almanac has, such as JTS000000000000000JOL; it holds ${example}${left.size > 1 ? ` and ${left.size - 1} more` : ''}.`,
        );
      }
      if (example !== undefined) {
        target.note(
          `${left.size} of the file’s BLS series ${left.size === 1 ? 'is' : 'are'} not held by Almanac and ${left.size === 1 ? 'was' : 'were'} left out, ${example} for one.`,
        );
      }
      for (const [why, count] of missing) {
        target.note(`BLS has no number for ${count} of the file’s months: ${why}.`);
      }
      if (preliminary > 0) {
        target.note(`${preliminary} of the file’s numbers ${preliminary === 1 ? 'is' : 'are'} preliminary.`);
      }
      const { newest, names } = gaps.late();
      if (names.length > 0) {
        target.note(
          `The newest month, ${dateText(newest).slice(0, 7)}, is not there for ${names.length} of the file’s series, ${names[0]} for one.`,
        );
      }
      const gap = gapNote(gaps.find(), 'months');
      if (gap !== undefined) target.note(gap);
    },
  };
}
