import Papa from 'papaparse';
import { rowFailure } from './row-failure.ts';
import { createLineReader, LONGEST_LINE, lineTooLong } from './text-lines.ts';
import type { FileReader } from './types.ts';

/**
 * Takes one record of a CSV file. `cells` is reused, so copy what you keep. `line` is the 1-based line on which the record begins.
 * `hasEnd` is false for the last record of a file that does not end with a line end. Return `false` to read no further.
 */
export type OnRecord = (cells: string[], line: number, hasEnd: boolean) => boolean | undefined;

export type CsvOptions = {
  file: string;
  onRecord: OnRecord;
  /** After the last record. `line` is the number of the last line. */
  onEnd: (line: number) => void;
  /** Pass empty lines as one empty cell; otherwise they are left out. */
  keepBlankLines?: boolean;
};

/**
 * Reads CSV (RFC 4180; CRLF or LF; quoted cells with commas, quotes and line ends) as a stream of records with exact line
 * numbers. Lines without a quote are split here, by position, which is several times faster; a record with quotes goes through
 * papaparse once all of it has come.
 * @throws Failure 'invalid_file' for a quote that is never closed or is in the wrong place.
 */
export function readCsv({ file, onRecord, onEnd, keepBlankLines = false }: CsvOptions): FileReader {
  const parser = new Papa.Parser({ delimiter: ',', newline: '\n', quoteChar: '"' });
  const cells: string[] = [];
  /** A record with an open quote, and the line where it began. */
  let open = '';
  let openLine = 0;
  let isOdd = false;
  let lastLine = 0;
  let hasStopped = false;

  function block(text: string, firstLine: number): void {
    // Each quote and comma is searched for once, however many lines are before it.
    let quoteAt = -1;
    let commaAt = -1;
    let start = 0;
    for (let line = firstLine; start < text.length && !hasStopped; line++) {
      const found = text.indexOf('\n', start);
      const hasEnd = found >= 0;
      const next = hasEnd ? found + 1 : text.length;
      if (quoteAt < start) quoteAt = indexFrom(text, '"', start);
      if (open !== '' || quoteAt < next) {
        quoted(text.slice(start, next), quoteAt < next, line, hasEnd);
      } else {
        let end = hasEnd ? found : next;
        if (end > start && text.charCodeAt(end - 1) === 13) end--;
        if (end > start || keepBlankLines) {
          if (commaAt < start) commaAt = indexFrom(text, ',', start);
          let count = 0;
          let from = start;
          while (commaAt < end) {
            cells[count++] = text.slice(from, commaAt);
            from = commaAt + 1;
            commaAt = indexFrom(text, ',', from);
          }
          cells[count++] = text.slice(from, end);
          if (cells.length !== count) cells.length = count;
          if (onRecord(cells, line, hasEnd) === false) hasStopped = true;
        }
      }
      start = next;
      lastLine = line;
    }
  }

  function quoted(text: string, hasQuote: boolean, line: number, hasEnd: boolean): void {
    if (open === '') openLine = line;
    open += text;
    if (open.length > LONGEST_LINE) throw lineTooLong(file, openLine);
    if (hasQuote && hasOddQuotes(text)) isOdd = !isOdd;
    if (isOdd) return;
    const record = open.replace(/\r?\n$/, '');
    open = '';
    const { data, errors } = parser.parse(record, 0, false) as { data: string[][]; errors: unknown[] };
    const row = data[0];
    if (errors.length > 0 || data.length !== 1 || row === undefined) {
      throw rowFailure(
        file,
        openLine,
        undefined,
        'a quote stands in the wrong place; a cell with quotes is quoted as a whole, and a quote in it is written twice.',
      );
    }
    if (onRecord(row, openLine, hasEnd) === false) hasStopped = true;
  }

  const lines = createLineReader(file, block);
  return {
    push(bytes) {
      if (!hasStopped) lines.push(bytes);
    },
    end() {
      if (!hasStopped) lines.end();
      if (open !== '' && !hasStopped) {
        throw rowFailure(
          file,
          openLine,
          undefined,
          'the quote that opens here is never closed: the file seems to be cut off.',
        );
      }
      onEnd(Math.max(lastLine, 1));
    },
  };
}

function indexFrom(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

/** @throws Failure where a record has not as many cells as the header. */
export function checkWidth(
  file: string,
  cells: readonly string[],
  width: number,
  line: number,
  hasEnd: boolean,
): void {
  if (cells.length === width) return;
  const isCut = !hasEnd && cells.length < width;
  throw rowFailure(
    file,
    line,
    undefined,
    `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} where the header has ${width}${isCut ? ': the file seems to be cut off.' : '.'}`,
  );
}
