import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { YIELD_CODES } from '../contract/catalogue/index.ts';
import { daysFromCivil } from '../contract/dates.ts';
import type { RowBytes } from '../store/index.ts';
import { noteCall, ownPath } from './asked.ts';
import type { Context } from './context.ts';
import { marketCaller } from './credentials.ts';
import { type DataState, watchData } from './data-state.ts';
import { csvChunks } from './economic-csv.ts';
import { weakEtag } from './etag.ts';
import { knownCodes, marketQuery, selectedCodes } from './market-query.ts';
import type { MarketDataset } from './parameter-names.ts';
import type { RawQuery } from './parameters.ts';
import { sendCsv } from './send-csv.ts';
import { sendRows } from './send-rows.ts';

/** One market-data question: which rows, and how to read them. */
type Selection = {
  dataset: MarketDataset;
  codes: readonly string[];
  /** Header line of the CSV. */
  columns: string;
  page: (offset: number, limit: number) => RowBytes & { total: number };
  total: () => number;
  /** Pieces of the whole selection as CSV. */
  chunks: () => () => Buffer | undefined;
};

type Select = (segment: string, data: DataState) => Selection;

/** Every day that a date can be written for: the market-data paths have no date filter. */
const ALL_DAYS = { from: daysFromCivil(1, 1, 1), to: daysFromCivil(9999, 12, 31) };
const ALL_ROWS = Number.MAX_SAFE_INTEGER;

const HEAD = Buffer.from('{"rows":[');

/** Adds `GET /yields/series=A,B` and `GET /constituents/series=A`. */
export function addMarketData(app: FastifyInstance, context: Context): void {
  const data = watchData(context.reader);
  const routes: [string, Select][] = [
    ['/yields/:selector', (segment, state) => yieldsOf(context, segment, state)],
    ['/constituents/:selector', (segment, state) => constituentsOf(context, segment, state)],
  ];
  for (const [path, select] of routes) {
    app.get(path, (request, reply) => {
      const rows = answer(context, data(request), select, request, reply);
      const { statusCode } = reply.raw;
      noteCall(context, request, ownPath(request), statusCode, statusCode === 200 ? rows : null);
    });
  }
}

function yieldsOf(context: Context, segment: string, data: DataState): Selection {
  const codes = knownCodes(selectedCodes(segment), YIELD_CODES);
  const selection = { dataset: 'yields', codes, ...ALL_DAYS };
  return {
    dataset: 'yields',
    codes,
    columns: 'date,series,value',
    page: (offset, limit) => context.reader.observationsAt(selection, { offset, limit, format: 'json' }),
    total: () => context.reader.countObservations(selection),
    chunks: () => csvChunks(context, data, selection),
  };
}

function constituentsOf({ reader }: Context, segment: string, data: DataState): Selection {
  const found = selectedCodes(segment);
  // The path takes one code, so a list is one name that nothing has.
  const [code = ''] = knownCodes(found.length === 1 ? found : [found.join(',')], data.constituentCodes());
  return {
    dataset: 'constituents',
    codes: [code],
    columns: 'series,as_of,ticker,name,sector,weight',
    page: (offset, limit) => reader.constituents(code, { offset, limit, format: 'json' }),
    total: () => reader.constituents(code, { offset: 0, limit: 1, format: 'csv' }).total,
    chunks: () => {
      const pieces = [reader.constituents(code, { offset: 0, limit: ALL_ROWS, format: 'csv' }).body];
      return () => pieces.shift();
    },
  };
}

/** @returns how many rows the answer has. */
function answer(
  context: Context,
  data: DataState,
  select: Select,
  request: FastifyRequest,
  reply: FastifyReply,
): number {
  const started = performance.now();
  const caller = marketCaller(context, request);
  if (caller.kind === 'key') context.keys.note(caller.id, request.headers['user-agent']);
  const selection = select((request.params as { selector: string }).selector, data);
  const { dataset, codes } = selection;
  const { limit, offset, isCsv } = marketQuery(dataset, request.query as RawQuery, request.headers.accept);
  const origin = data.origin(dataset);
  if (isCsv) {
    const sample = origin === 'sample' ? '_sample' : '';
    const total = selection.total();
    sendCsv(context.log, request, reply, {
      columns: selection.columns,
      next: selection.chunks(),
      total,
      fileName: `${dataset}${sample}_${namedCodes(codes)}.csv`,
      etag: weakEtag(data.version, dataset, ...codes, 'csv'),
      origin,
    });
    return total;
  }
  const key = `${data.version} ${dataset} ${codes.join(',')} ${offset} ${limit}`;
  const rows = context.pages.rows(key, () => ({ ...selection.page(offset, limit), next: undefined }));
  const latency = Math.round((performance.now() - started) * 1000) / 1000;
  sendRows(context.pages, request, reply, {
    key,
    rows,
    start: { head: HEAD, etag: rows.etag, whole: undefined },
    tail: Buffer.from(
      `],"total_rows":${rows.total},"limit":${limit},"offset":${offset},"latency":${latency}}`,
    ),
    origin,
  });
  return rows.count;
}

/** Codes in a file name: all of a few, else how many. Characters that a file name cannot hold are replaced. */
function namedCodes(codes: readonly string[]): string {
  const text = codes.length <= 4 ? codes.join('_') : `${codes.length}_series`;
  return text.replace(/[^\w.-]/g, '-');
}
