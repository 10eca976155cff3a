import { latestDayText, todayText } from '../calendar/today.ts';
import { PLAIN_CSV, type TableExport, type TableLine, type ViewExport } from '../contract/table-export.ts';
import type { TableFormat } from '../contract/table-formats.ts';
import { readViewAnswer } from '../derived/index.ts';
import type { Reader } from '../store/index.ts';
import {
  fileStem,
  readRequest,
  requestPath,
  requestSearch,
  type TableLayout,
  tableLines,
  type View,
  type ViewAnswer,
  viewProvenance,
} from '../view/index.ts';

export type MadeView = {
  view: View;
  answer: ViewAnswer;
  layout: TableLayout;
  version: string;
  reader: Pick<Reader, 'holdings' | 'origin'>;
};

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
  const { heading, asOf } = view;
  const { title, subtitle, ...provenance } = viewProvenance(lines, range, held, {
    now: now.toISOString(),
    version,
    heading,
    asOf,
  });
  const requests = [requestPath({ ...requestSearch(view, range), format: 'csv' })];
  return {
    ...{ name: 'view', format, layout, csv: PLAIN_CSV, zipped: false },
    lines: tableLines(lines),
    provenance: { title, subtitle, ...provenance, requests, not_in_requests: [] },
  };
}

/** Computes the page's export. @throws Failure 'invalid_parameter' if the view's parameters are wrong */
export async function askedExport(
  reader: Reader,
  asked: ViewExport,
  version: string,
  now: Date,
): Promise<TableExport> {
  const { search, format, layout, csv, zipped, names, base_url: baseUrl } = asked;
  const view = readRequest(Object.fromEntries(new URLSearchParams(search)), latestDayText(now));
  const answer = await readViewAnswer(reader, view, todayText(now));
  const made = viewExport({ view, answer, layout, version, reader }, format, now);
  const { lines, provenance } = made;
  return {
    ...made,
    name: fileStem(answer.lines, answer.range, provenance.is_sample),
    csv,
    zipped,
    lines:
      names === 'code' ? lines.map((line, i) => (isOwn(answer.lines[i]) ? line : withCode(line))) : lines,
    provenance: { ...provenance, requests: provenance.requests.map((path) => baseUrl + path) },
  };
}

function isOwn(line: ViewAnswer['lines'][number] | undefined): boolean {
  return line?.choice === undefined || line.style.name !== undefined;
}

/** `yields.US10Y` → `US10Y`. */
function withCode(line: TableLine): TableLine {
  return { ...line, series: line.series.slice(line.series.indexOf('.') + 1) };
}
