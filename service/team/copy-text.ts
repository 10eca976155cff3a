import type { CopyCell } from '../store/copy/index.ts';

/** PostgreSQL's text format of COPY (postgresql.org/docs/15/sql-copy.html): a line a row, a tab between columns, \N for NULL. */

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const PLAIN: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

export function copyLine(cells: readonly CopyCell[]): string {
  let line = '';
  for (const [at, cell] of cells.entries()) {
    if (at > 0) line += '\t';
    if (cell === null) line += '\\N';
    else if (typeof cell === 'number') line += cell;
    else line += cell.replaceAll(SPECIAL, (letter) => ESCAPED[letter] ?? letter);
  }
  return `${line}\n`;
}

/** @param isNumber of each column. */
export function cellsOfLine(line: string, isNumber: readonly boolean[]): CopyCell[] {
  return line.split('\t').map((text, at) => {
    if (text === '\\N') return null;
    if (isNumber[at]) return Number(text);
    return text.includes('\\') ? text.replaceAll(/\\(.)/gs, (_, letter) => PLAIN[letter] ?? letter) : text;
  });
}

/** @returns several hundred rows at a time. */
export async function* rowsOfCopy(
  chunks: AsyncIterable<Buffer>,
  isNumber: readonly boolean[],
): AsyncGenerator<CopyCell[][], void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines.map((line) => cellsOfLine(line, isNumber));
  }
  if (rest !== '') throw new Error('The rows end in the middle of a line');
}
