import path from 'node:path';
import { latestDayText, todayText } from '../calendar/today.ts';
import { Failure } from '../contract/failure.ts';
import { CSV_FORMAT, JSON_FORMAT, TABLE_FORMATS, type TableFormat } from '../contract/table-formats.ts';
import { countOf, groupDigits } from '../series-math/decimal-text.ts';
import type { Reader } from '../store/index.ts';
import type { MadeView } from '../tables/index.ts';
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
} from '../view/index.ts';
import type { Given } from './command.ts';
import { fileAt, outputOf } from './file-options.ts';
import { withData } from './open-data.ts';
import { stopSignal, tell } from './output.ts';
import { wrong } from './selection-words.ts';

/** @returns the view that the parameters say. @throws Failure 'wrong_usage' with what is wrong. */
export function viewFrom(query: Record<string, string>): View {
  try {
    return readRequest(query, latestDayText());
  } catch (error) {
    throw error instanceof Failure ? wrong(error.message) : error;
  }
}

/**
 * Writes the lines of a view where `-o` says, in the format of `--format` or of the file's ending, and tells the receipt.
 * @param lines.what the beginning of the receipt: 'view', or the name of a list. @throws Failure.
 */
export async function writeLines(
  given: Given,
  { what, view, layout }: { what: string; view: View; layout: TableLayout },
): Promise<void> {
  const { output, format } = outputOf(given);
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
    const answer = await readViewAnswer(reader, view, todayText());
    const made = { what, view, answer, layout, version: almanacVersion(), reader };
    const signal = stopSignal();
    if (output === undefined) return writeOut(made, format, signal);
    const isSample = answer.lines.some(({ choice }) => choice && reader.origin(choice.dataset) === 'sample');
    const name = `${fileStem(answer.lines, answer.range, isSample)}.${format}`;
    await writeFile(made, format, await fileAt(output, name), signal);
  });
}

type MadeLines = MadeView & { what: string; reader: Reader };

/** @returns the whole answer as the CSV or JSON of the API, in pieces; `undefined` for other formats. */
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

async function writeOut(made: MadeLines, format: TableFormat, signal: AbortSignal): Promise<void> {
  const { writeToStream } = await import('../tables/index.ts');
  const written = await writeToStream(bytesOf(textsOf(made, format) ?? []), process.stdout, signal);
  tell(receiptLine(made, 'standard output', written));
}

async function writeFile(
  made: MadeLines,
  format: TableFormat,
  file: string,
  signal: AbortSignal,
): Promise<void> {
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
  return `${made.what} to ${target}: complete, ${counts}, ${from} to ${to}, ${groupDigits(String(bytes))} bytes, SHA-256 ${sha256}`;
}
