import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { todayText } from '../calendar/today.ts';
import { Failure } from '../contract/failure.ts';
import { PLAIN_CSV, type TableExport } from '../contract/table-export.ts';
import { FORMAT_NAMES, TABLE_FORMATS, type TableFormat } from '../contract/table-formats.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import type { Reader } from '../store/types.ts';
import {
  csvHeader,
  csvRows,
  fileStem,
  jsonRow,
  type Layout,
  lineFacts,
  metaOf,
  provenanceOf,
  readRequest,
  requestPath,
  requestSearch,
  rowsOf,
  SUCCESS,
  tableLines,
  type View,
  type ViewAnswer,
} from '../view/index.ts';
import { type Command, DATA_DIR, type Given } from './command.ts';
import { countOf } from './counts.ts';
import { withData } from './open-data.ts';
import { stopSignal, tell } from './output.ts';
import { wrong } from './selection-words.ts';

export const viewCommand: Command = {
  usage: ["view 'ADDRESS' [-o FILE] [--format csv|json|xlsx|parquet] [--layout wide|long]"],
  description: [
    "Writes the lines of a chart: what GET /api/v1/view answers to the chart's address, all of it. ADDRESS is an address of the",
    'app or of the API, its path and query, or the query alone; put it in quotes. A key in it is not used. A file appears only',
    'when it is complete; a CSV file has its provenance and receipt beside it, FILE.json. The receipt goes to standard error.',
  ],
  options: [
    {
      name: 'format',
      value: 'F',
      text: 'csv, json, xlsx or parquet',
      default: 'as the ending of FILE says, else csv',
    },
    {
      name: 'layout',
      value: 'L',
      text: 'of CSV and Parquet: wide, a column a line, or long, a row an observation',
      default: 'wide',
    },
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      text: 'file to write, or a folder to write it in; xlsx and parquet need one',
      default: 'standard output',
    },
    DATA_DIR,
  ],
  examples: [
    "view 'series=jolts.quits_rate_sa,jolts.hires_rate_sa&formulas=a/b*100&range=10Y'",
    "view '/explore?series=us_debt.total_public_debt_outstanding:pc1&frequency=q' -o debt.xlsx",
  ],
  async run(given) {
    const query = queryOf(given.words);
    const output = given.text('output');
    const format = formatOf(given, output);
    const layout = layoutOf(given, query);
    if (output === undefined && !TABLE_FORMATS[format].isText)
      throw wrong(`${format} is not text: give a file to write, -o FILE.${format}.`);
    const today = todayText(new Date());
    const view = viewOf(query, today);
    const [{ readViewAnswer }, { almanacVersion }] = await Promise.all([
      import('../derived/index.ts'),
      import('../process/version.ts'),
    ]);
    await withData(given, async (reader, dataDir) => {
      if (!reader)
        throw new Failure(
          'folder_unusable',
          `${dataDir} holds no data: import a file or start the service first.`,
        );
      const answer = readViewAnswer(reader, view, today);
      const made = { view, answer, layout, version: almanacVersion(), reader };
      const signal = stopSignal();
      if (output === undefined) return writeOut(made, format as 'csv' | 'json', signal);
      const isFolder = (await stat(output).catch(() => undefined))?.isDirectory() ?? false;
      const isSample = answer.lines.some(
        ({ choice }) => choice && reader.origin(choice.dataset) === 'sample',
      );
      const name = `${fileStem(answer.lines, answer.range, isSample)}.${format}`;
      await writeFile(made, format, isFolder ? path.join(output, name) : output, signal);
    });
  },
};

/** An answer, and what a file of it tells beside the rows. */
type Made = { view: View; answer: ViewAnswer; layout: Layout; version: string; reader: Reader };

/** @returns the parameters of an address, each given once. @throws Failure 'wrong_usage'. */
function queryOf([address, ...others]: readonly string[]): Record<string, string> {
  if (address === undefined) throw wrong("view needs the address of a chart: view '/explore?series=…'.");
  if (others.length > 0)
    throw wrong(
      `view takes one address, and '${others[0]}' is one too many: put it in quotes, for the & in it.`,
    );
  const [, place = '', text = ''] = /^([^?=#]*)\??([^#]*)/.exec(address) ?? [];
  const isQuery = !address.includes('?') && address.includes('=');
  if (!isQuery && !/(^|\/)(explore|view)?$/.test(place))
    throw wrong(
      `'${place}' is no address of a chart: it is /explore?… of the app, or /api/v1/view?… of the API.`,
    );
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(isQuery ? address : text)) {
    if (Object.hasOwn(query, name))
      throw wrong(`${name} stands twice in the address. Write ${name}=VALUE once.`);
    query[name] = value;
  }
  return query;
}

function viewOf(query: Record<string, string>, today: string): View {
  try {
    return readRequest(query, today);
  } catch (error) {
    throw error instanceof Failure ? wrong(error.message) : error;
  }
}

function formatOf(given: Given, output: string | undefined): TableFormat {
  const ending = output === undefined ? '' : path.extname(output).slice(1).toLowerCase();
  const wanted = given.text('format')?.toLowerCase();
  const found = FORMAT_NAMES.find((format) => format === (wanted ?? ending));
  if (found) return found;
  if (wanted === undefined) return 'csv';
  throw wrong(`--format is csv, json, xlsx or parquet, not '${given.text('format')}'.`);
}

function layoutOf(given: Given, query: Record<string, string>): Layout {
  const text = given.text('layout') ?? query.layout ?? 'wide';
  if (text === 'wide' || text === 'long') return text;
  throw wrong(`--layout is wide or long, not '${text}'.`);
}

/** The texts of a CSV or JSON of the whole answer, as the API has them. */
function* textsOf({ answer, layout, reader }: Made, format: 'csv' | 'json'): Generator<string, void> {
  const { lines } = answer;
  if (format === 'csv') {
    yield `${csvHeader(lines, layout)}\n`;
    yield* csvRows(lines, layout);
    return;
  }
  const facts = lineFacts(answer, (dataset) => reader.origin(dataset) ?? null);
  const rows = Array.from(rowsOf(lines), (row) => jsonRow(lines, row));
  const pagination = { count: String(rows.length), next_url: null };
  const start = JSON.stringify({ ...SUCCESS, meta: metaOf(answer, facts), pagination });
  yield `${start.slice(0, -1)},"data":[${rows.join(',')}]}\n`;
}

async function writeOut(made: Made, format: 'csv' | 'json', signal: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = function* () {
    for (const text of textsOf(made, format)) {
      hash.update(text);
      bytes += Buffer.byteLength(text);
      yield text;
    }
  };
  await pipeline(counted, process.stdout, { signal, end: false }).catch((error: unknown) => {
    if (error instanceof Failure || !(error instanceof Error && 'code' in error)) throw error;
    throw new Failure(
      'cancelled',
      'The output was closed before the end: it is not complete.',
      {},
      { cause: error },
    );
  });
  tell(receiptLine(made, 'standard output', { bytes, sha256: hash.digest('hex') }));
}

async function writeFile(made: Made, format: TableFormat, file: string, signal: AbortSignal): Promise<void> {
  const { drawn, exportBytes, writeCompleteFile, writeWithSidecar } = await import('../tables/index.ts');
  const chunks = format === 'csv' || format === 'json' ? bytesOf(textsOf(made, format)) : undefined;
  if (chunks && format === 'csv') {
    const { provenance } = exportOf(made, format);
    const counted = receiptOf(made, path.basename(file), format);
    const { written } = await writeWithSidecar(
      file,
      chunks,
      (sums) => {
        const told = { ...provenance, receipt: { ...counted, ...sums, complete: true } };
        return Buffer.from(`${JSON.stringify(told, null, 2)}\n`);
      },
      signal,
    );
    return tell(receiptLine(made, file, written));
  }
  const bytes = chunks ?? exportBytes(drawn(exportOf(made, format)), format);
  tell(receiptLine(made, file, await writeCompleteFile(file, bytes, signal)));
}

function* bytesOf(texts: Iterable<string>): Generator<Uint8Array, void> {
  for (const text of texts) yield Buffer.from(text);
}

/** The answer as an export of what is drawn, with where its numbers come from. */
function exportOf({ view, answer, layout, version, reader }: Made, format: TableFormat): TableExport {
  const { lines, range } = answer;
  const holdings = reader.holdings();
  const held = (dataset: string) => {
    const last_update = holdings.find((one) => one.dataset === dataset)?.updatedAt ?? null;
    return { origin: reader.origin(dataset) ?? null, last_update };
  };
  const now = new Date().toISOString();
  const { title, subtitle, ...told } = provenanceOf(lines, range, held, {
    now,
    version,
    heading: view.heading,
  });
  const requests = [requestPath({ ...requestSearch(view, range), format: 'csv' })];
  return {
    ...{ name: 'view', format, layout, csv: PLAIN_CSV, zipped: false },
    lines: tableLines(lines),
    provenance: { title, subtitle, ...told, requests, not_in_requests: [] },
  };
}

/** What is counted of an answer. */
function receiptOf({ answer: { lines }, layout }: Made, name: string, format: TableFormat) {
  const days = new Set(lines.flatMap(({ column }) => [...column.days]));
  const observations = lines.reduce((sum, { column }) => sum + column.days.length, 0);
  const rows = layout === 'wide' ? days.size : observations;
  return { name, format, rows, observations, series: lines.length };
}

function receiptLine(
  made: Made,
  target: string,
  { bytes, sha256 }: { bytes: number; sha256: string },
): string {
  const { series, observations } = receiptOf(made, '', 'csv');
  const { from, to } = made.answer.range;
  const what = `${countOf(series, 'line')}, ${countOf(observations, 'observation')}`;
  return `view to ${target}: complete, ${what}, ${from} to ${to}, ${groupDigits(String(bytes))} bytes, SHA-256 ${sha256}`;
}
