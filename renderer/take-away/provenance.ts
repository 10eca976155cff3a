import type { Catalog } from '../../service/contract/catalog.ts';
import { citation } from '../../service/contract/citation.ts';
import { UNITS_NAMES } from '../../service/contract/transforms.ts';
import { entryOf, seriesTitle } from '../../service/datasets/series-choice.ts';
import { cadenceText } from '../../service/series-math/frequency.ts';
import { fileStem as stemOf } from '../../service/view/index.ts';
import type { DateRange } from '../api/index.ts';
import type { Line } from '../lines/index.ts';

import type { Heading } from '../view/index.ts';
import { madeHeading } from './made-heading.ts';

/** What tells where the numbers of a view come from, and what was made of them; beside a file, and in short under an image. */
export type Provenance = {
  title: string;
  subtitle: string;
  created: string;
  app: string;
  range: DateRange;
  /** Made-up sample data are among it. */
  is_sample: boolean;
  lines: readonly LineProvenance[];
};
export type LineProvenance = {
  id: string;
  title: string;
  /** Absent of a formula. */
  code: string | null;
  formula: string | null;
  publisher: string | null;
  source: string | null;
  origin: string | null;
  /** When the dataset was loaded here last, ISO 8601, UTC. */
  loaded: string | null;
  units: string;
  unit: string;
  frequency: string;
  notes: readonly string[];
  citation: string;
};

/**
 * @param now of the export, ISO 8601, UTC. @param version of the app. @param heading in a person's own words, where there are some.
 * @returns the provenance of the lines that are not hidden.
 */
export function provenanceOf(
  lines: readonly Line[],
  range: DateRange,
  catalog: Catalog | undefined,
  { now, version, heading = {} }: { now: string; version: string; heading?: Heading },
): Provenance {
  const shown = lines.filter(({ hidden }) => !hidden);
  const told = shown.map((line) => lineProvenance(line, catalog, { now, version }));
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
  catalog: Catalog | undefined,
  { now, version }: { now: string; version: string },
): LineProvenance {
  const dataset = line.choice && entryOf(line.choice).dataset;
  const held = catalog?.datasets.find(({ id }) => id === dataset?.id);
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
    notes: line.notes,
    citation: citation({ publisher: dataset?.publisher, title, id: line.id, loaded, now, version }),
  };
}

/** @returns a name for a file of this view, without its ending. */
export function fileStem({ lines, range, is_sample }: Provenance): string {
  return stemOf(lines, range, is_sample);
}
