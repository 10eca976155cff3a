import { Failure } from '../contract/failure.ts';
import type { PlaceUnit } from './types.ts';

/** @returns the failure of a cell or line: `debt.csv, line 7, column "value": "12,3x" is not a number…`. */
export function rowFailure(
  file: string,
  line: number,
  column: string | undefined,
  sentence: string,
  place: PlaceUnit = 'line',
): Failure {
  const cell = column === undefined ? '' : `, column ${quote(column)}`;
  return placedFailure(`${file}, ${place} ${line}${cell}`, sentence, file, line, column);
}

/** @returns the failure of a file as a whole. */
export function fileFailure(file: string, sentence: string): Failure {
  return new Failure('invalid_file', `${file} ${sentence}`, { file });
}

/** @returns `text` in quotes on one line, shortened to `most` characters, to quote a file in a message. */
export function quote(text: string, most = 60): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);
}

/** The place of an XML document: a file, or a part of an archive. */
export type XmlPlace = { file: string; part?: string };

/** @returns the failure of an element or attribute: `h41.zip, line 7 of H41_data.xml, OBS_VALUE: …`. */
export function lineFailure(
  { file, part }: XmlPlace,
  line: number,
  name: string | undefined,
  sentence: string,
): Failure {
  const place = `line ${line}${part === undefined ? '' : ` of ${part}`}${name === undefined ? '' : `, ${name}`}`;
  return placedFailure(`${file}, ${place}`, sentence, file, line, name);
}

/** @returns the failure of a cell: `country.xlsx, sheet "country", cell R12: …`. Its `line` is the row. */
export function cellFailure(file: string, sheet: string, cell: string, sentence: string): Failure {
  const row = Number(/\d+$/.exec(cell)?.[0] ?? 0);
  return placedFailure(`${file}, sheet "${sheet}", cell ${cell}`, sentence, file, row, cell);
}

function placedFailure(
  place: string,
  sentence: string,
  file: string,
  line: number,
  column?: string,
): Failure {
  const at = column === undefined ? { file, line } : { file, line, column };
  return new Failure('invalid_file', `${place}: ${sentence}`, at);
}
