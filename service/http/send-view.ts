import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../contract/catalog.ts';
import type { TableFormat } from '../contract/table-formats.ts';
import type { ViewLine } from '../contract/view.ts';
import { readViewAnswer } from '../derived/index.ts';
import type { Position } from '../store/index.ts';
import {
  answerRows,
  csvHeader,
  csvRows,
  fileStem,
  jsonRow,
  lineFacts,
  metaOf,
  SUCCESS,
  type TableLayout,
  VIEW_PATH,
  type View,
  type ViewAnswer,
} from '../view/index.ts';
import type { Site } from './context.ts';
import type { DataFacts } from './data-state.ts';
import { type EconomicQuestion, type PageQuestion, pageAnswer } from './economic-request.ts';
import { weakEtag } from './etag.ts';
import { invalidBy } from './refusal.ts';
import { sendCsv } from './send-csv.ts';
import { linesFile, sendFile } from './send-file.ts';
import { sendRows } from './send-rows.ts';

/** The answers to `GET /api/v1/view`: a page of JSON, a CSV in pieces, or a file. */

/** A question for the lines of a chart, checked. */
export type ViewQuestion = EconomicQuestion & {
  view: View;
  format: TableFormat;
  layout: TableLayout;
  /** The parameters of the lines, in canonical form. */
  lines: string;
  today: string;
};

/** A computed view, and the beginning and origin of its answers. */
export type ComputedView = ViewAnswer & { head: string; origin: Origin | 'mixed' | undefined };

export async function computeView(
  { reader }: Site,
  data: DataFacts,
  { view, today }: ViewQuestion,
): Promise<ComputedView> {
  const answer = await readViewAnswer(reader, view, today).catch((error: unknown) => {
    throw invalidBy(error);
  });
  const facts = lineFacts(answer, (dataset) => data.origin(dataset) ?? null);
  const start = JSON.stringify({ ...SUCCESS, meta: metaOf(answer, facts) });
  return { ...answer, head: `${start.slice(0, -1)},`, origin: originOf(facts) };
}

/** @returns the origin of all lines; 'mixed' where they are of several. */
function originOf(facts: readonly ViewLine[]): ComputedView['origin'] {
  const origins = new Set(facts.map(({ origin }) => origin));
  if (origins.size > 1) return 'mixed';
  const [only] = origins;
  return only ?? undefined;
}

/** @returns how many rows the page has. */
export async function sendPage(
  site: Site,
  data: DataFacts,
  { lines, head, origin }: ComputedView,
  { lines: question, canonical, today, after, caller }: PageQuestion<ViewQuestion>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const { pageSize } = site;
  // The rows of a view belong to lines: in its tokens, `seriesId` is the index of the line.
  const stopped = after && { day: after.day, place: after.seriesId };
  const at = stopped ? `${stopped.day}.${stopped.place}` : '';
  const answer = pageAnswer(
    site,
    { name: 'view', path: VIEW_PATH, canonical },
    `${data.version} view?${question} ${today} ${at} ${pageSize}`,
    () => head,
    caller,
    () => {
      const texts: string[] = [];
      let last: Position | undefined;
      let hasMore = false;
      for (const { day, place, value } of answerRows(lines, stopped)) {
        hasMore = texts.length === pageSize;
        if (hasMore) break;
        texts.push(jsonRow(lines, { day, place, value }));
        last = { day, seriesId: place };
      }
      const bytes = (before: string, end: string) => Buffer.from(`${before}${texts.join(',')}${end}`);
      return { count: texts.length, next: hasMore ? last : undefined, bytes };
    },
  );
  sendRows(request, reply, { ...answer, origin });
  return answer.count;
}

/** Rows of a piece of a table. */
const CHUNK_ROWS = 2000;

/** Sends all rows as CSV. @returns how many rows it has. */
export async function sendTable(
  site: Site,
  data: DataFacts,
  { lines, range, origin, head }: ComputedView,
  { layout, canonical, today }: ViewQuestion,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const total = rowCount(lines, layout);
  const texts = csvRows(lines, layout);
  sendCsv(site.log, request, reply, {
    columns: csvHeader(lines, layout),
    next: () => {
      let chunk = '';
      for (let rows = 0; rows < CHUNK_ROWS; rows++) chunk += texts.next().value ?? '';
      return chunk === '' ? undefined : Buffer.from(chunk);
    },
    total,
    fileName: `${stemOf(lines, range, head)}.csv`,
    etag: weakEtag(data.version, today, 'view', canonical),
    origin,
  });
  return total;
}

/** Sends the lines as a workbook or Parquet. @returns how many rows the file has. */
export function sendLinesFile(
  site: Site,
  data: DataFacts,
  { lines, range, origin, head }: ComputedView,
  { format, layout, lines: search, canonical, today }: ViewQuestion,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  return sendFile(request, reply, {
    format,
    stem: stemOf(lines, range, head),
    etag: weakEtag(data.version, today, 'view', canonical),
    origin,
    total: rowCount(lines, layout),
    make: (signal) => linesFile(site, { search, format, layout }, signal),
  });
}

function rowCount(lines: ComputedView['lines'], layout: ViewQuestion['layout']): number {
  const observations = lines.reduce((sum, { column }) => sum + column.days.length, 0);
  return layout === 'wide' && observations > 0 ? dayCount(lines) : observations;
}

/** @returns how many days have an observation. A set of the days of sixty daily lines would take 60 ms. */
function dayCount(lines: ComputedView['lines']): number {
  const first = Math.min(...lines.map(({ column: { days } }) => days[0] ?? Number.POSITIVE_INFINITY));
  const last = Math.max(...lines.map(({ column: { days } }) => days.at(-1) ?? Number.NEGATIVE_INFINITY));
  const held = new Uint8Array(last - first + 1);
  for (const { column } of lines) for (const day of column.days) held[day - first] = 1;
  return held.reduce((sum, one) => sum + one, 0);
}

function stemOf(lines: ComputedView['lines'], range: ComputedView['range'], head: string): string {
  return fileStem(lines, range, head.includes('"origin":"sample"'));
}
