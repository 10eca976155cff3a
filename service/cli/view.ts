import path from 'node:path';
import { latestDayText, todayText } from '../calendar/today.ts';
import { Failure } from '../contract/failure.ts';
import { CSV_FORMAT, JSON_FORMAT, TABLE_FORMATS, type TableFormat } from '../contract/table-formats.ts';
import { readViewAnswer } from '../derived/index.ts';
import { almanacVersion } from '../process/version.ts';
import { countOf } from '../series-math/decimal-text.ts';
import type { Reader } from '../store/index.ts';
import {
  drawn,
  exportBytes,
  type MadeView,
  viewExport,
  writeCompleteFile,
  writeToStream,
  writeWithSidecar,
} from '../tables/index.ts';
import {
  answerRows,
  csvHeader,
  csvRows,
  fileStem,
  jsonRow,
  lineFacts,
  metaOf,
  readRequest,
  SUCCESS,
  type TableLayout,
  type View,
  WORD_NAMES,
} from '../view/index.ts';
import { type Command, DATA_DIR, type Given, option, wrong } from './command.ts';
import { withHeldData } from './open-data.ts';
import { printToStderr, stopSignal, wholeText } from './output.ts';
import { FORMAT, FORMATS, fileAt, OUTPUT, outputOf } from './selection-words.ts';

export const viewCommand: Command = {
  usage: [`view 'ADDRESS' [-o FILE] [--format ${FORMATS.join('|')}] [--layout wide|long]`],
  description: [
    "Writes the lines of a chart: what GET /api/v1/view answers to the chart's address, all of it. ADDRESS is an address of the",
    'app or of the API, its path and query, or the query alone; put it in quotes. A key in it is not used. A file appears only',
    'when it is complete; a CSV file has its provenance and receipt beside it, FILE.json. The receipt goes to standard error.',
  ],
  options: [
    FORMAT,
    option('--layout L', 'of CSV and Parquet: wide, a column a line, or long, a row an observation', 'wide'),
    OUTPUT,
    DATA_DIR,
  ],
  examples: [
    "view 'series=jolts.quits_rate_sa,jolts.hires_rate_sa&formulas=a/b*100&range=10Y'",
    "view '/explore?series=us_debt.total_public_debt_outstanding:pc1&frequency=q' -o debt.xlsx",
  ],
  async run(given) {
    const query = queryOf(given.words);
    await writeLines(given, { what: 'view', view: viewFrom(query), layout: layoutOf(given, query) });
  },
};

/** Parameters of the API that an address may also have. */
const REQUEST_PARAMETERS = ['date_from', 'date_to', 'format', 'token_id', 'api_key'];

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
      `'${place}' is not the address of a chart, which is /explore?… of the app, or /api/v1/view?… of the API.`,
    );
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(isQuery ? address : text)) {
    if (Object.hasOwn(query, name))
      throw wrong(`${name} stands twice in the address. Write ${name}=VALUE once.`);
    if (![...WORD_NAMES, ...REQUEST_PARAMETERS].includes(name))
      throw wrong(`${name} is not a word of a chart's address. The words are ${WORD_NAMES.join(', ')}.`);
    query[name] = value;
  }
  return query;
}

function layoutOf(given: Given, query: Record<string, string>): TableLayout {
  const text = given.text('layout') ?? query.layout ?? 'wide';
  if (text === 'wide' || text === 'long') return text;
  throw wrong(`--layout is wide or long, not '${text}'.`);
}

/** @returns the view of the parameters. @throws Failure 'wrong_usage' with what is wrong. */
export function viewFrom(query: Record<string, string>): View {
  try {
    return readRequest(query, latestDayText());
  } catch (error) {
    throw error instanceof Failure ? wrong(error.message) : error;
  }
}

/** Writes a view's lines to `-o`, and a receipt that begins with `what`: 'view', or a list's name. */
export async function writeLines(
  given: Given,
  { what, view, layout }: { what: string; view: View; layout: TableLayout },
): Promise<void> {
  const { output, format } = outputOf(given);
  await withHeldData(given, async (reader) => {
    const answer = await readViewAnswer(reader, view, todayText());
    const made = { what, view, answer, layout, version: almanacVersion(), reader };
    const signal = stopSignal();
    if (output === undefined) {
      const written = await writeToStream(bytesOf(textsOf(made, format) ?? []), process.stdout, signal);
      return printToStderr(receiptLine(made, 'standard output', written));
    }
    const isSample = answer.lines.some(({ choice }) => choice && reader.origin(choice.dataset) === 'sample');
    const name = `${fileStem(answer.lines, answer.range, isSample)}.${format}`;
    await writeFile(made, format, await fileAt(output, name), signal);
  });
}

type MadeLines = MadeView & { what: string; reader: Reader };

/** @returns the whole answer as the API's CSV or JSON, in pieces; `undefined` for other formats. */
function textsOf({ answer, layout, reader }: MadeLines, format: TableFormat): Iterable<string> | undefined {
  const { lines } = answer;
  if (format === CSV_FORMAT) return csvTexts(answer, layout);
  if (format !== JSON_FORMAT) return undefined;
  const facts = lineFacts(answer, (dataset) => reader.origin(dataset) ?? null);
  const rows = Array.from(answerRows(lines), (row) => jsonRow(lines, row));
  const pagination = { count: String(rows.length), next_url: null };
  const start = JSON.stringify({ ...SUCCESS, meta: metaOf(answer, facts), pagination });
  return [`${start.slice(0, -1)},"data":[${rows.join(',')}]}\n`];
}

function* csvTexts({ lines }: MadeLines['answer'], layout: TableLayout): Generator<string, void> {
  yield `${csvHeader(lines, layout)}\n`;
  yield* csvRows(lines, layout);
}

async function writeFile(
  made: MadeLines,
  format: TableFormat,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const texts = textsOf(made, format);
  if (!texts || TABLE_FORMATS[format].holdsProvenance) {
    const bytes = texts ? bytesOf(texts) : exportBytes(drawn(viewExport(made, format)), format);
    return printToStderr(receiptLine(made, file, await writeCompleteFile(file, bytes, signal)));
  }
  const { provenance } = viewExport(made, format);
  const counted = { name: path.basename(file), format, ...countsOf(made) };
  const { written } = await writeWithSidecar(
    file,
    bytesOf(texts),
    (sums) => {
      const sidecar = { ...provenance, receipt: { ...counted, ...sums, complete: true } };
      return Buffer.from(`${JSON.stringify(sidecar, null, 2)}\n`);
    },
    signal,
  );
  printToStderr(receiptLine(made, file, written));
}

function* bytesOf(texts: Iterable<string>): Generator<Uint8Array, void> {
  for (const text of texts) yield Buffer.from(text);
}

/** @returns the counts of a receipt. */
function countsOf({ answer: { lines }, layout }: MadeLines) {
  const days = new Set(lines.flatMap(({ column }) => [...column.days]));
  const observations = lines.reduce((sum, { column }) => sum + column.days.length, 0);
  const rows = layout === 'wide' ? days.size : observations;
  return { rows, observations, series: lines.length };
}

function receiptLine(
  made: MadeLines,
  target: string,
  { bytes, sha256 }: { bytes: number; sha256: string },
): string {
  const { series, observations } = countsOf(made);
  const { from, to } = made.answer.range;
  const counts = `${countOf(series, 'line')}, ${countOf(observations, 'observation')}`;
  return `${made.what} to ${target}: complete, ${counts}, ${from} to ${to}, ${wholeText(bytes)} bytes, SHA-256 ${sha256}`;
}
