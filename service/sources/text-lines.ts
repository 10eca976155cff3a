import { isAscii, isUtf8 } from 'node:buffer';
import { fileFailure, rowFailure } from './row-failure.ts';
import type { FileReader } from './types.ts';

/** Limits the memory that a wrong file can take. Publishers' lines are much shorter. */
export const LONGEST_LINE = 1 << 20;

const NEWLINE = 10;

/**
 * Splits a stream of UTF-8 bytes into blocks of whole lines, in limited memory. Removes a byte-order mark.
 * @param onBlock gets whole lines (the file's last may lack its end) and the 1-based number of the first.
 * @returns the reader; it throws Failure 'invalid_file' for a NUL byte, text not in UTF-8, or a line over 1
 * MiB.
 */
export function createLineReader(
  file: string,
  onBlock: (text: string, firstLine: number) => void,
): FileReader {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  let isFirst = true;

  function emit(bytes: Buffer): void {
    const hasMark = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const block = hasMark ? bytes.subarray(3) : bytes;
    isFirst = false;
    const nul = block.indexOf(0);
    if (nul >= 0) {
      const at = line + countLines(block.subarray(0, nul));
      throw rowFailure(file, at, undefined, 'there is a NUL byte: this is not a text file.');
    }
    onBlock(decode(block), line);
    line += countLines(block);
  }

  /** Makes one-byte text of an ASCII block, which is several times faster to split. */
  function decode(block: Buffer): string {
    if (isAscii(block)) return block.toString('latin1');
    if (isUtf8(block)) return block.toString('utf8');
    let start = 0;
    for (let at = line; ; at++) {
      const end = block.indexOf(NEWLINE, start) + 1 || block.length;
      if (!isUtf8(block.subarray(start, end)))
        throw rowFailure(file, at, undefined, 'the text is not UTF-8; save the file as UTF-8.');
      start = end;
    }
  }

  return {
    push(bytes) {
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      if (end > 0) {
        emit(rest.length > 0 ? Buffer.concat([rest, bytes.subarray(0, end)]) : bytes.subarray(0, end));
        rest = Buffer.from(bytes.subarray(end));
      } else rest = Buffer.concat([rest, bytes]);
      if (rest.length > LONGEST_LINE) throw lineTooLong(file, line);
    },
    end() {
      if (rest.length > 0) emit(rest);
      else if (line === 1) throw fileFailure(file, 'is empty.');
    },
  };
}

/** Like `createLineReader`, line by line without LF or CRLF; `hasEnd` is false if the last has no end. */
export function readTextLines(
  file: string,
  onLine: (text: string, line: number, hasEnd: boolean) => void,
  onEnd: () => void,
): FileReader {
  const lines = createLineReader(file, (block, firstLine) => void eachLine(block, firstLine, onLine));
  return {
    push: lines.push,
    end() {
      lines.end();
      onEnd();
    },
  };
}

/** Passes on the lines of a block until `onLine` returns `false`. @returns the number of the last line. */
function eachLine(
  block: string,
  firstLine: number,
  onLine: (text: string, line: number, hasEnd: boolean) => unknown,
): number {
  const hasEnd = block.endsWith('\n');
  const lines = (hasEnd ? block.slice(0, -1) : block).split('\n');
  const last = firstLine + lines.length - 1;
  for (const [at, text] of lines.entries()) {
    const line = firstLine + at;
    if (onLine(text.endsWith('\r') ? text.slice(0, -1) : text, line, hasEnd || line < last) === false) break;
  }
  return last;
}

export function lineTooLong(file: string, line: number): Error {
  return rowFailure(file, line, undefined, 'the line is longer than 1 MB: this is not a table of data.');
}

function countLines(block: Buffer): number {
  let count = 0;
  for (let at = block.indexOf(NEWLINE); at >= 0; at = block.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
