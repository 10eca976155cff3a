import { isUtf8 } from 'node:buffer';
import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { fileFailure } from './row-failure.ts';
import type { FileReader } from './types.ts';
import { readWhole } from './zip-archive.ts';

/** BLS's largest answer, 50 series over 20 years, is under 10 MB; the debt's whole history is under 5. */
const LARGEST_BYTES = 32 << 20;
/** Publishers' answers have four levels. */
const DEEPEST = 20;
/** Publishers' largest answers have some 150,000 parts. Parsed, a part can take a hundred times its bytes. */
const MOST_PARTS = 500_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * Collects a JSON file and parses it at its end. To limit the memory that a wrong file can take, its size,
 * depth and number of parts are first compared with the largest of any publisher's answer.
 * @param onValue gets the parsed value.
 * @returns the reader; it throws Failure 'invalid_file' if the file is too large, too deep, cut or not JSON.
 */
export function readJson(file: string, onValue: (value: unknown) => void): FileReader {
  const count = countJsonParts();
  const { push, end } = readWhole(file, LARGEST_BYTES, function* (bytes) {
    onValue(parse(file, bytes));
    yield undefined;
  });
  return {
    push(part) {
      push(part);
      const tooMuch = count(part);
      if (tooMuch !== undefined) throw fileFailure(file, tooMuch);
    },
    end,
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
    const sentence = breaksAtEnd(error, text)
      ? 'is JSON that ends in the middle: the file seems to be cut off.'
      : `is not valid JSON: ${error.message}.`;
    throw fileFailure(file, sentence);
  }
}

/** True if the text breaks off: the engine then names the end of the input, or its last position. */
function breaksAtEnd({ message }: SyntaxError, text: string): boolean {
  const [, position] = / at position (\d+)/.exec(message) ?? [];
  if (position === undefined) return /end of JSON input/.test(message);
  return Number(position) >= text.trimEnd().length;
}

/**
 * Counts the parts of a JSON text and their depth, without parsing it.
 * @returns a function that takes the bytes piece by piece. If there is more than in any publisher's answer,
 * it returns the rest of a sentence that says so: the text must then not be parsed.
 */
export function countJsonParts(): (bytes: Buffer) => string | undefined {
  let [isText, isEscaped, depth, count] = [false, false, 0, 0];
  return (bytes) => {
    for (const byte of bytes) {
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === COMMA) count++;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        count++;
        depth++;
        if (depth > DEEPEST)
          return `has lists within lists, more than ${DEEPEST} deep; no file of this kind has that.`;
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
    }
    return count > MOST_PARTS
      ? `has more than ${new Intl.NumberFormat('en-US').format(MOST_PARTS)} fields; no file of this kind has that many.`
      : undefined;
  };
}

/** @returns `value`, checked. @param under its JSON pointer. @throws Failure with the first wrong place. */
export function checkJson<Schema extends TSchema>(
  file: string,
  answerer: string,
  schema: Schema,
  value: unknown,
  under = '',
): Static<Schema> {
  if (Value.Check(schema, value)) return value as Static<Schema>;
  const [wrong] = Value.Errors(schema, value);
  const place = `${under}${wrong?.instancePath ?? ''}` || '/';
  throw fileFailure(file, `is not an answer of ${answerer}: ${place} ${wrong?.message ?? 'is wrong'}.`);
}

/** @returns the fault of a fetched answer, if any: the rest of a sentence that begins with the source. */
export function wrongWithJson(
  body: Buffer,
  schema: TSchema,
  otherShape: (answer: unknown) => string,
): string | undefined {
  const tooMuch = countJsonParts()(body);
  if (tooMuch !== undefined) return `the publisher sent JSON that ${tooMuch.replace(/\.$/, '')}`;
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'));
    return Value.Check(schema, answer) ? undefined : otherShape(answer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return 'the publisher sent something that is not JSON, or was cut';
  }
}
