import path from 'node:path';
import { todayText } from '../calendar/today.ts';
import { Failure } from '../contract/failure.ts';
import { CSV_FORMAT, JSON_FORMAT, TABLE_FORMATS, type TableFormat } from '../contract/table-formats.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import type { Reader } from '../store/types.ts';
import type { MadeView } from '../tables/index.ts';
import {
  csvHeader,
  csvRows,
  fileStem,
  jsonRow,
  type Layout,
  lineFacts,
  metaOf,
  readRequest,
  rowsOf,
  SUCCESS,
  type View,
} from '../view/index.ts';
import { type Command, DATA_DIR, type Given } from './command.ts';
import { countOf } from './counts.ts';
import { FORMAT, FORMATS, fileAt, OUTPUT, outputOf } from './file-options.ts';
import { withData } from './open-data.ts';
import { stopSignal, tell } from './output.ts';
import { wrong } from './selection-words.ts';

export const viewCommand: Command = {
  usage: [`view 'ADDRESS' [-o FILE] [--format ${FORMATS.join('|')}] [--layout wide|long]`],
  description: [
    "Writes the lines of a chart: what GET /api/v1/view answers to the chart's address, all of it. ADDRESS is an address of the",
    'app or of the API, its path and query, or the query alone; put it in quotes. A key in it is not used. A file appears only',
    'when it is complete; a CSV file has its provenance and receipt beside it, FILE.json. The receipt goes to standard error.',
  ],
  options: [
    FORMAT,
    {
      name: 'layout',
      value: 'L',
      text: 'of CSV and Parquet: wide, a column a line, or long, a row an observation',
      default: 'wide',
    },
    OUTPUT,
    DATA_DIR,
  ],
  examples: [
    "view 'series=jolts.quits_rate_sa,jolts.hires_rate_sa&formulas=a/b*100&range=10Y'",
    "view '/explore?series=us_debt.total_public_debt_outstanding:pc1&frequency=q' -o debt.xlsx",
  ],
  async run(given) {
    const query = queryOf(given.words);
    const { output, format } = outputOf(given);
    const layout = layoutOf(given, query);
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
      const answer = await readViewAnswer(reader, view, today);
      const made = { view, answer, layout, version: almanacVersion(), reader };
      const signal = stopSignal();
      if (output === undefined) return writeOut(made, format, signal);
      const isSample = answer.lines.some(
        ({ choice }) => choice && reader.origin(choice.dataset) === 'sample',
      );
      const name = `${fileStem(answer.lines, answer.range, isSample)}.${format}`;
      await writeFile(made, format, await fileAt(output, name), signal);
    });
  },
};

type Made = MadeView & { reader: Reader };

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

function layoutOf(given: Given, query: Record<string, string>): Layout {
  const text = given.text('layout') ?? query.layout ?? 'wide';
  if (text === 'wide' || text === 'long') return text;
  throw wrong(`--layout is wide or long, not '${text}'.`);
}

/** @returns the whole answer as the CSV or JSON of the API, in pieces; `undefined` for other formats. */
function textsOf({ answer, layout, reader }: Made, format: TableFormat): Iterable<string> | undefined {
  const { lines } = answer;
  if (format === CSV_FORMAT) return csvTexts(answer, layout);
  if (format !== JSON_FORMAT) return undefined;
  const facts = lineFacts(answer, (dataset) => reader.origin(dataset) ?? null);
  const rows = Array.from(rowsOf(lines), (row) => jsonRow(lines, row));
  const pagination = { count: String(rows.length), next_url: null };
  const start = JSON.stringify({ ...SUCCESS, meta: metaOf(answer, facts), pagination });
  return [`${start.slice(0, -1)},"data":[${rows.join(',')}]}\n`];
}

function* csvTexts({ lines }: Made['answer'], layout: Layout): Generator<string, void> {
  yield `${csvHeader(lines, layout)}\n`;
  yield* csvRows(lines, layout);
}

async function writeOut(made: Made, format: TableFormat, signal: AbortSignal): Promise<void> {
  const { writeToStream } = await import('../tables/index.ts');
  const written = await writeToStream(bytesOf(textsOf(made, format) ?? []), process.stdout, signal);
  tell(receiptLine(made, 'standard output', written));
}

async function writeFile(made: Made, format: TableFormat, file: string, signal: AbortSignal): Promise<void> {
  const { drawn, exportBytes, viewExport, writeCompleteFile, writeWithSidecar } = await import(
    '../tables/index.ts'
  );
  const texts = textsOf(made, format);
  if (!texts || TABLE_FORMATS[format].holdsProvenance) {
    const bytes = texts ? bytesOf(texts) : exportBytes(drawn(viewExport(made, format)), format);
    return tell(receiptLine(made, file, await writeCompleteFile(file, bytes, signal)));
  }
  const { provenance } = viewExport(made, format);
  const counted = { name: path.basename(file), format, ...countsOf(made) };
  const { written } = await writeWithSidecar(
    file,
    bytesOf(texts),
    (sums) => {
      const told = { ...provenance, receipt: { ...counted, ...sums, complete: true } };
      return Buffer.from(`${JSON.stringify(told, null, 2)}\n`);
    },
    signal,
  );
  tell(receiptLine(made, file, written));
}

function* bytesOf(texts: Iterable<string>): Generator<Uint8Array, void> {
  for (const text of texts) yield Buffer.from(text);
}

/** The numbers of a receipt. */
function countsOf({ answer: { lines }, layout }: Made) {
  const days = new Set(lines.flatMap(({ column }) => [...column.days]));
  const observations = lines.reduce((sum, { column }) => sum + column.days.length, 0);
  const rows = layout === 'wide' ? days.size : observations;
  return { rows, observations, series: lines.length };
}

function receiptLine(
  made: Made,
  target: string,
  { bytes, sha256 }: { bytes: number; sha256: string },
): string {
  const { series, observations } = countsOf(made);
  const { from, to } = made.answer.range;
  const what = `${countOf(series, 'line')}, ${countOf(observations, 'observation')}`;
  return `view to ${target}: complete, ${what}, ${from} to ${to}, ${groupDigits(String(bytes))} bytes, SHA-256 ${sha256}`;
}
