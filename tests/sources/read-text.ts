import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dateText } from '../../service/calendar/dates.ts';
import { recogniseFormat } from '../../service/sources/index.ts';

/** The folder of publishers' own files beside the project; absent on most machines. */
export const REAL_FILES = new URL('../../../shared/data/', import.meta.url);
export const HAS_REAL_FILES = existsSync(REAL_FILES);
if (!HAS_REAL_FILES) {
  console.log('Skipping the tests on publishers’ real files: the folder ../shared/data is not there.');
}

export const NO_FILES = 'the publishers’ files are not beside the project (../shared/data)';

/** @returns the path of a publisher's own file, given as folder and name. */
export const pathOf = (name: string) => fileURLToPath(new URL(name, REAL_FILES));

export type ReadObservation = {
  series: string;
  date: string;
  value: string;
  line: number;
  /** Present only in formats with rounded values. */
  rounding?: string;
};
export type ReadList = {
  code: string | undefined;
  asOf: string | undefined;
  rows: { ticker: string; name: string; sector: string; weight: string }[];
};
export type ReadResult = {
  format: string;
  observations: ReadObservation[];
  lists: ReadList[];
  notes: string[];
};

/**
 * Recognises and reads a file in chunks of `pieceBytes`.
 * Series are named `dataset/code` or `dataset/code/area`.
 */
export function readText(
  content: string | Buffer,
  options: { file?: string; pieceBytes?: number } = {},
): ReadResult {
  const { file = 'test.csv', pieceBytes = 1 << 20 } = options;
  const bytes = Buffer.from(content);
  const format = recogniseFormat(file, bytes.subarray(0, 64 << 10));
  const result: ReadResult = { format: format.id, observations: [], lists: [], notes: [] };
  const names: string[] = [];
  const reader = format.open({
    file,
    target: {
      series: (dataset, code, area) =>
        names.push([dataset, code, area].filter((part) => part !== '').join('/')) - 1,
      observation: (series, day, value, line, rounding) =>
        result.observations.push({
          series: names[series] ?? '',
          date: dateText(day),
          value,
          line,
          ...(rounding === undefined ? {} : { rounding }),
        }),
      constituents: (code, asOf, rows) =>
        result.lists.push({ code, asOf: asOf === undefined ? undefined : dateText(asOf), rows: [...rows] }),
      note: (text) => result.notes.push(text),
    },
  });
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    // The import reuses one buffer for all chunks; filling the chunk shows any use of it after `push`.
    const piece = Buffer.from(bytes.subarray(at, at + pieceBytes));
    reader.push(piece);
    piece.fill(0x21);
  }
  reader.end();
  return result;
}

/** @returns the message of the failure, or 'no failure'. */
export function failureOf(content: string | Buffer, file = 'test.csv'): string {
  try {
    readText(content, { file });
  } catch (error) {
    return error instanceof Error && error.name === 'Failure'
      ? error.message
      : `not a Failure: ${String(error)}`;
  }
  return 'no failure';
}
