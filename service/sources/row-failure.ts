import { Failure } from '../contract/failure.ts';

/** @returns the failure of one cell or line: `debt.csv, line 7, column "value": "12,3x" is not a number…`. */
export function rowFailure(
  file: string,
  line: number,
  column: string | undefined,
  sentence: string,
): Failure {
  const place = column === undefined ? '' : `, column ${quote(column)}`;
  const at = column === undefined ? { file, line } : { file, line, column };
  return new Failure('invalid_file', `${file}, line ${line}${place}: ${sentence}`, at);
}

/** @returns the failure of a file as a whole. */
export function fileFailure(file: string, sentence: string): Failure {
  return new Failure('invalid_file', `${file} ${sentence}`, { file });
}

/** @returns `text` in quotes on one line, shortened where it is longer than `most`: what stood in the file, for a message. */
export function quote(text: string, most = 60): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);
}
