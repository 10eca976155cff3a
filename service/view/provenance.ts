import type { Provenance } from '../contract/table-export.ts';
import { entryOf, seriesTitle } from '../datasets/series-choice.ts';
import { UNITS_NAMES } from '../series-math/fred-codes.ts';
import { cadenceText } from '../series-math/frequency.ts';
import { citation } from './citation.ts';
import type { DateRange, Heading, Line } from './types.ts';

/** What tells where the numbers of a view come from, and what was made of them; beside a file, and in short under an image. */
export type ViewProvenance = Omit<Provenance, 'requests' | 'not_in_requests' | 'subtitle'> & {
  subtitle: string;
};

/** What is held of a dataset: where from, and when it was loaded last (ISO 8601, UTC). */
export type HeldDataset = { origin: string | null; last_update: string | null };

/**
 * @param held of a dataset. @param now of the export, ISO 8601, UTC. @param version of the app.
 * @param heading in a person's own words, where there are some.
 * @returns the provenance of the lines that are not hidden.
 */
export function provenanceOf(
  lines: readonly Line[],
  range: DateRange,
  held: (dataset: string) => HeldDataset | undefined,
  { now, version, heading = {} }: { now: string; version: string; heading?: Heading },
): ViewProvenance {
  const shown = lines.filter(({ hidden }) => !hidden);
  const told = shown.map((line) => lineProvenance(line, held, { now, version }));
  return {
    ...madeHeading(lines, range),
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
): Provenance['lines'][number] {
  const dataset = line.choice && entryOf(line.choice).dataset;
  const held = dataset && heldOf(dataset.id);
  const loaded = held?.last_update ?? null;
  const title = line.choice ? seriesTitle(line.choice) : line.title;
  return {
    id: line.id,
    title,
    code: line.choice ? line.id : null,
    formula: line.formula ?? null,
    publisher: dataset?.publisher ?? null,
    source: dataset?.source.url ?? null,
    origin: held?.origin ?? null,
    loaded,
    units: UNITS_NAMES[line.units],
    unit: line.unit,
    frequency: cadenceText(line.cadence),
    notes: [...line.notes],
    citation: citation({ publisher: dataset?.publisher, title, id: line.id, loaded, now, version }),
  };
}

/** So many lines are named; of more the legend tells. */
const MOST_NAMED = 3;

/** @returns title and subtitle as they are where a person has given none: the lines; their units, frequencies and days. */
export function madeHeading(lines: readonly Line[], range: DateRange): Required<Heading> {
  const shown = lines.filter(({ hidden }) => !hidden);
  const names = shown.map(({ title }) => title);
  const others = names.length - 1;
  const units = new Set(shown.map(({ unitText }) => unitText));
  const cadences = new Set(shown.map(({ cadence }) => cadenceText(cadence)));
  return {
    title: names.length > MOST_NAMED ? `${names[0]} and ${others} more` : names.join(' and '),
    subtitle: [...units, ...cadences, `${range.from} to ${range.to}`]
      .filter((part) => part !== '')
      .join(' · '),
  };
}
