import type { Catalog } from '../../service/contract/catalog.ts';
import {
  inBaseUnits,
  type Line,
  linesOf,
  type View,
  type ViewProvenance,
  viewProvenance,
} from '../../service/view/index.ts';
import type { DateRange, Heading } from '../../service/view/types.ts';
import { emptyColumn } from '../api/index.ts';

/** `viewProvenance`, with origin and time of loading from the catalogue, in the units that charts show. */
export function provenanceOf(
  lines: readonly Line[],
  range: DateRange,
  catalog: Catalog | undefined,
  of: { now: string; version: string; heading?: Heading; asOf?: string | undefined },
): ViewProvenance {
  return viewProvenance(
    inBaseUnits(lines),
    range,
    (dataset) => catalog?.datasets.find(({ id }) => id === dataset),
    of,
  );
}

/** @returns where the numbers of a view come from, which is the same without the numbers. */
export function provenanceOfView(
  view: View,
  range: DateRange,
  catalog: Catalog | undefined,
  version: string,
): ViewProvenance {
  const columns = view.series.map(({ choice }) => emptyColumn(choice));
  const now = new Date().toISOString();
  return provenanceOf(linesOf(view, columns, range), range, catalog, { now, version });
}
