import { dayNumber } from '../../calendar/dates.ts';
import { isPlainNumber, refuseDate, refuseValue } from '../../sources/cells.ts';
import { checkWidth, headerCells, readCsv } from '../../sources/csv-records.ts';
import { createGapFinder, gapNote } from '../../sources/gaps.ts';
import { rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { H41_MISSING, h41Series, noneOfH41 } from './fed-h41-csv.ts';

/** Columns before those of the days; the file writes some with a colon and a space. */
const ABOUT = ['Unit', 'Multiplier', 'Currency', 'Unique Identifier', 'Series Name'] as const;

/** The Federal Reserve's H.4.1 from the Data Download Program, CSV with series in rows: columns that describe the series, then one for each Wednesday. */
export const FED_H41_ROWS_CSV: FileFormat = {
  id: 'fed-h41-rows-csv',
  title: 'Federal Reserve H.4.1 (Data Download Program CSV, series in rows)',
  isPeriod: true,
  recognise: ({ firstLine }) => positionsOf(headerCells(firstLine)) !== undefined,
  open: openRows,
};

/** @returns the place of each of `ABOUT`, which stand together, after the description. */
function positionsOf(cells: readonly string[]): Map<string, number> | undefined {
  const names = cells.slice(0, ABOUT.length + 1).map((cell) => cell.trim().replace(/:$/, ''));
  const found = new Map(ABOUT.map((name) => [name, names.indexOf(name)]));
  return [...found.values()].every((at) => at > 0) ? found : undefined;
}

function openRows({ file, target }: ReadContext): FileReader {
  const gaps = createGapFinder('week');
  const seen = new Set<string>();
  let positions: ReadonlyMap<string, number> | undefined;
  let days: number[] = [];
  let width = 0;
  let first = '';

  function readHeader(cells: readonly string[], line: number): void {
    positions = positionsOf(cells);
    width = cells.length;
    days = cells.slice(ABOUT.length + 1).map((cell) => {
      const day = dayNumber(cell.trim());
      if (day === undefined) refuseDate(file, line, 'Series Name', cell.trim(), 'YYYY-MM-DD');
      return day;
    });
  }

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (!positions) {
        readHeader(cells, line);
        return undefined;
      }
      checkWidth(file, cells, width, line, hasEnd);
      const about = (name: (typeof ABOUT)[number]) => (cells[positions?.get(name) ?? -1] ?? '').trim();
      const id = about('Series Name');
      first ||= about('Unique Identifier');
      const known = h41Series(file, id, (name) => ({ cell: about(name), line }));
      if (!known) return undefined;
      if (seen.has(id))
        throw rowFailure(file, line, id, 'the series is there twice; each may be there once.');
      seen.add(id);
      const series = target.series(known.dataset, known.code, '', { date: 'the first line', value: id });
      for (const [at, day] of days.entries()) {
        gaps.add(id, day);
        const value = (cells[at + ABOUT.length + 1] ?? '').trim();
        if (H41_MISSING.has(value)) continue;
        if (!isPlainNumber(value)) refuseValue(file, line, id, value);
        target.observation(series, day, value, line);
      }
      // A file without a last line end may be whole. A number that was cut has fewer digits than the one before it.
      if (!hasEnd && (cells.at(-1) ?? '').length < (cells.at(-2) ?? '').length)
        throw rowFailure(
          file,
          line,
          id,
          'the last number is shorter than the one before it: the file seems to be cut off.',
        );
      return undefined;
    },
    onEnd() {
      if (seen.size === 0) throw noneOfH41(file, first);
      const note = gapNote(gaps.find(), 'weeks');
      if (note !== undefined) target.note(note);
    },
  });
}
