import type { ExportProvenance } from '../contract/table-export.ts';
import { entryOf, seriesId } from '../datasets/series-choice.ts';
import { cadenceText } from '../series-math/frequency.ts';
import { averaged } from '../series-math/units.ts';
import { knownText } from './changes.ts';
import { citation } from './citation.ts';
import { fullTitle, linesText, lineUnits } from './names.ts';
import { unitsName } from './recipes.ts';
import type { DateRange, Heading, Line } from './types.ts';

/** Where the numbers of a view come from and how they were calculated: for the file beside an export, and in short under an image. */
export type ViewProvenance = Omit<ExportProvenance, 'requests' | 'not_in_requests' | 'subtitle'> & {
  subtitle: string;
};

/** Origin of a dataset's data, and when they were last loaded (ISO 8601, UTC). */
export type HeldDataset = { origin: string | null; last_update: string | null };

/**
 * @param held gives what is held of a dataset. @param now time of the export, ISO 8601, UTC. @param version of the app.
 * @param heading the user's own words, if any. @param asOf as in `View`.
 * @returns the provenance of the lines that are not hidden.
 */
export function viewProvenance(
  lines: readonly Line[],
  range: DateRange,
  held: (dataset: string) => HeldDataset | undefined,
  {
    now,
    version,
    heading = {},
    asOf,
  }: { now: string; version: string; heading?: Heading; asOf?: string | undefined },
): ViewProvenance {
  const shown = lines.filter(({ hidden }) => !hidden);
  const told = shown.map((line) => lineProvenance(line, held, { now, version }));
  return {
    ...madeHeading(lines, range, asOf),
    ...heading,
    created: now,
    app: `Almanac ${version}`,
    range,
    is_sample: told.some(({ origin }) => origin === 'sample'),
    lines: told,
  };
}

function lineProvenance(
  line: Line,
  heldOf: (dataset: string) => HeldDataset | undefined,
  { now, version }: { now: string; version: string },
): ExportProvenance['lines'][number] {
  const dataset = line.choice && entryOf(line.choice).dataset;
  const held = dataset && heldOf(dataset.id);
  const loaded = held?.last_update ?? null;
  const title = fullTitle(line);
  const id = line.choice ? seriesId(line.choice) : `=${line.formula}`;
  return {
    id,
    title,
    code: line.choice ? id : null,
    formula: line.formula ?? null,
    publisher: dataset?.publisher ?? null,
    source: dataset?.source.url ?? null,
    origin: held?.origin ?? null,
    loaded,
    units: averaged(unitsName(line), line.average),
    unit: line.unit,
    frequency: cadenceText(line.cadence),
    notes: [...line.notes],
    citation: citation({ publisher: dataset?.publisher, title, id, loaded, now, version }),
  };
}

/** @returns the automatic title (the lines) and subtitle (units, frequencies, days, and of the past since when it was known so). */
export function madeHeading(lines: readonly Line[], range: DateRange, asOf?: string): Required<Heading> {
  const shown = lines.filter(({ hidden }) => !hidden);
  const cadences = new Set(shown.map(({ cadence }) => cadenceText(cadence)));
  return {
    title: linesText(shown),
    subtitle: [
      ...lineUnits(shown),
      ...cadences,
      `${range.from} to ${range.to}`,
      asOf === undefined ? '' : `as known on ${knownText(asOf)}`,
    ]
      .filter((part) => part !== '')
      .join(' · '),
  };
}
