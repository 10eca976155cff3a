import type { Catalog } from '../../service/contract/catalog.ts';
import type { Line } from '../../service/view/index.ts';
import { provenanceOf as provenanceOfLines, type ViewProvenance } from '../../service/view/index.ts';
import type { DateRange } from '../api/index.ts';
import type { Heading } from '../view/index.ts';

export type Provenance = ViewProvenance;

/** `provenanceOf` of `service/view`, with origin and time of loading from the catalogue. */
export function provenanceOf(
  lines: readonly Line[],
  range: DateRange,
  catalog: Catalog | undefined,
  of: { now: string; version: string; heading?: Heading; asOf?: string | undefined },
): Provenance {
  return provenanceOfLines(lines, range, (dataset) => catalog?.datasets.find(({ id }) => id === dataset), of);
}
