import { createGapFinder, gapNote } from '../../sources/gaps.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { rootElement } from '../../sources/xml-reader.ts';
import { readWeeks } from './r539cy-weeks.ts';

const DATE = 'weekEnded';

/**
 * The Department of Labor's weekly claims report for the nation, as XML: a `week` for each Saturday with `InitialClaims` and
 * `ContinuedClaims`, of which `NSA`, `SA` and `SA4WK` are read. Future weeks have only seasonal factors (`SF`).
 */
export const DOL_CLAIMS_XML: FileFormat = {
  id: 'dol-r539cy-xml',
  title: 'Weekly unemployment insurance claims, national (DOL r539cy XML)',
  isMarkedUp: true,
  recognise: ({ text }) => rootElement(text) === 'r539cyNational',
  open: openClaims,
};

function openClaims({ file, target }: ReadContext): FileReader {
  /** Number of each series in the target by its path in the week: `InitialClaims/SA`. */
  const series = new Map(
    [...seriesOfPublisher('DOL')]
      .filter(([id]) => /^(Initial|Continued)Claims\//.test(id))
      .map(
        ([id, { dataset, code }]) =>
          [id, target.series(dataset, code, '', { date: DATE, value: id })] as const,
      ),
  );
  const gaps = createGapFinder('week');
  const seen = new Map<number, number>();
  return readWeeks(file, [...series.keys()], {
    onWeek(week) {
      const day = week.day(DATE);
      let hasValues = false;
      for (const [name, id] of series) {
        const value = week.number(name);
        if (value === undefined) continue;
        target.observation(id, day, value, week.lineOf(name));
        hasValues = true;
      }
      const earlier = seen.get(day);
      if (earlier !== undefined)
        throw week.failure(
          DATE,
          `the week ending ${week.text(DATE)} is already on line ${earlier}; each may be there once.`,
        );
      seen.set(day, week.lineOf(DATE));
      if (hasValues) gaps.add('claims', day);
    },
    onEnd() {
      const note = gapNote(gaps.find(), 'weeks');
      if (note !== undefined) target.note(note);
    },
  });
}
