import { isUtf8 } from 'node:buffer';
import { countJsonParts } from './json-parts.ts';
import { fileFailure } from './row-failure.ts';
import type { FileReader } from './types.ts';

/** Twenty years of fifty series, with catalogue and calculations, stay under 10 MB; every day of the debt, with every field, under 5. */
const LARGEST_BYTES = 32 << 20;

/**
 * Collects a JSON file that is read as a whole. Before anything is parsed its size, its nesting and the number of its parts are held
 * against what any publisher's answer has: they bound the memory that a wrong file can take.
 * @param onValue gets the parsed value once the file has ended.
 * @returns the reader; it throws Failure 'invalid_file' for a file too large or too deep, not UTF-8, cut off or not JSON.
 */
export function readJson(file: string, onValue: (value: unknown) => void): FileReader {
  const parts: Buffer[] = [];
  const count = countJsonParts();
  let bytes = 0;
  return {
    push(part) {
      bytes += part.length;
      if (bytes > LARGEST_BYTES)
        throw fileFailure(file, `is larger than ${LARGEST_BYTES >> 20} MB, which no such file is.`);
      const tooMuch = count(part);
      if (tooMuch !== undefined) throw fileFailure(file, tooMuch);
      parts.push(Buffer.from(part));
    },
    end: () => onValue(parse(file, Buffer.concat(parts))),
  };
}

function parse(file: string, bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw fileFailure(file, 'is not UTF-8 text.');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The engine's own message has line and column.
    throw fileFailure(
      file,
      breaksAtEnd(error, text)
        ? 'is JSON that ends in the middle: the file seems to be cut off.'
        : `is not valid JSON: ${error.message}.`,
    );
  }
}

/** Up to its end a file that was cut is right: what is missing is told as an end, or with its very end as the place. */
function breaksAtEnd({ message }: SyntaxError, text: string): boolean {
  const [, position] = / at position (\d+)/.exec(message) ?? [];
  return position === undefined
    ? /end of JSON input/.test(message)
    : Number(position) >= text.trimEnd().length;
}
