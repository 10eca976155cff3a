import { notNumber, plainNumber, usDay } from '../../sources/cells.ts';
import { createGapFinder, gapNote } from '../../sources/gaps.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, lineFailure, quote } from '../../sources/row-failure.ts';
import type { FileReader, Format, ReadContext } from '../../sources/types.ts';
import { readXml, rootElement } from '../../sources/xml-reader.ts';

const ROOT = 'r539cyNational';
const STATE_ROOT = 'r539cyState';
const DATE = 'weekEnded';

/**
 * The Department of Labor's weekly claims report for the nation, as XML: a `week` for each Saturday with `InitialClaims` and
 * `ContinuedClaims`, of which `NSA`, `SA` and `SA4WK` are read. Numbers have thousands separators; a missing value is a no-break
 * space. Future weeks have only seasonal factors (`SF`). The report by state is refused: what its claims include (workshare,
 * programmes for federal employees and ex-servicemembers) is not documented, and ar539.csv has the states.
 */
export const DOL_CLAIMS_XML: Format = {
  id: 'dol-r539cy-xml',
  title: 'Weekly unemployment insurance claims, national (DOL r539cy XML)',
  isMarkedUp: true,
  recognise({ text }) {
    const root = rootElement(text);
    return root === ROOT || root === STATE_ROOT;
  },
  open: openClaims,
};

type Value = { text: string; line: number };

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
  let week = new Map<string, Value>();

  function add(name: string, text: string, line: number): void {
    if (week.has(name)) throw lineFailure({ file }, line, name, 'the element is in its week twice.');
    week.set(name, { text: text.trim(), line });
  }

  function publish(line: number): void {
    const date = week.get(DATE);
    const day = usDay(date?.text ?? '');
    if (day === undefined)
      throw lineFailure(
        { file },
        date?.line ?? line,
        DATE,
        `${quote(date?.text ?? '')} is not a date; a real day written MM/DD/YYYY is right.`,
      );
    let hasValues = false;
    for (const [name, id] of series) {
      const cell = week.get(name);
      if (!cell)
        throw lineFailure(
          { file },
          line,
          name,
          `the week of ${date?.text} has no such element: the file was damaged.`,
        );
      if (cell.text === '') continue;
      const value = plainNumber(cell.text);
      if (value === undefined)
        throw lineFailure(
          { file },
          cell.line,
          name,
          notNumber(cell.text, 'digits with separated thousands are right.'),
        );
      target.observation(id, day, value, cell.line);
      hasValues = true;
    }
    const earlier = seen.get(day);
    if (earlier !== undefined)
      throw lineFailure(
        { file },
        line,
        DATE,
        `the week of ${date?.text} is already on line ${earlier}; each may be there once.`,
      );
    seen.set(day, date?.line ?? line);
    if (hasValues) gaps.add('claims', day);
  }

  const reader = readXml(
    { file },
    {
      open(name, _attributes, line, path) {
        if (name === STATE_ROOT && path.length === 1) {
          throw lineFailure(
            { file },
            line,
            name,
            'this is the report by state, which is not read; import ar539.csv, which has the claims of all states.',
          );
        }
        if (name === 'week' && path.length === 2) week = new Map();
      },
      close(name, text, line, path) {
        if (name === DATE && path.length === 3) add(DATE, text, line);
        if (path.length === 4) {
          const id = `${path[2]}/${name}`;
          if (series.has(id)) add(id, text, line);
        }
        if (name === 'week' && path.length === 2) publish(line);
      },
    },
  );
  return {
    push: reader.push,
    end() {
      reader.end();
      if (seen.size === 0)
        throw fileFailure(
          file,
          'holds no weeks; the report was asked for years without data, or is damaged.',
        );
      const note = gapNote(gaps.find(), 'weeks');
      if (note !== undefined) target.note(note);
    },
  };
}
