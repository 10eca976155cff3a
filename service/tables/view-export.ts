import { PLAIN_CSV, type TableExport } from '../contract/table-export.ts';
import type { TableFormat } from '../contract/table-formats.ts';
import type { Reader } from '../store/types.ts';
import {
  type Layout,
  provenanceOf,
  requestPath,
  requestSearch,
  tableLines,
  type View,
  type ViewAnswer,
} from '../view/index.ts';

/** The answer to a view, and what a file of it says beside the rows. */
export type MadeView = {
  view: View;
  answer: ViewAnswer;
  layout: Layout;
  version: string;
  reader: Pick<Reader, 'holdings' | 'origin'>;
};

/** @returns the answer to a view as an export, with where its numbers come from. */
export function viewExport(
  { view, answer: { lines, range }, layout, version, reader }: MadeView,
  format: TableFormat,
  now: Date = new Date(),
): TableExport {
  const holdings = reader.holdings();
  const held = (dataset: string) => {
    const last_update = holdings.find((one) => one.dataset === dataset)?.updatedAt ?? null;
    return { origin: reader.origin(dataset) ?? null, last_update };
  };
  const { heading } = view;
  const { title, subtitle, ...told } = provenanceOf(lines, range, held, {
    now: now.toISOString(),
    version,
    heading,
  });
  const requests = [requestPath({ ...requestSearch(view, range), format: 'csv' })];
  return {
    ...{ name: 'view', format, layout, csv: PLAIN_CSV, zipped: false },
    lines: tableLines(lines),
    provenance: { title, subtitle, ...told, requests, not_in_requests: [] },
  };
}
