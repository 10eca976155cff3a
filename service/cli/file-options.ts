import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import { CSV_FORMAT, FORMAT_NAMES, TABLE_FORMATS, type TableFormat } from '../contract/table-formats.ts';
import type { CommandOption, Given } from './command.ts';

/** The options `--format` and `-o` of the commands that write files. */

/** Those that are text come first. */
export const FORMATS = FORMAT_NAMES.toSorted((a, b) => Number(isBinary(a)) - Number(isBinary(b)));
const BINARY = FORMATS.filter(isBinary);
/** 'csv, json, xlsx or parquet'. */
const ANY_FORMAT = optionList(FORMATS, 'or');

export const FORMAT: CommandOption = {
  name: 'format',
  value: 'F',
  text: ANY_FORMAT,
  default: 'as the ending of FILE says, else csv',
};
export const OUTPUT: CommandOption = {
  name: 'output',
  short: 'o',
  value: 'FILE',
  text: `file to write, or a folder to write it in; ${optionList(BINARY, 'and')} need one`,
  default: 'standard output',
};

/** @returns what `-o` names, and the format: that of `--format`, else of the file's ending. @throws Failure 'wrong_usage'. */
export function outputOf(given: Given): { output: string | undefined; format: TableFormat } {
  const output = given.text('output');
  const ending = output === undefined ? '' : path.extname(output).slice(1).toLowerCase();
  const wanted = given.text('format')?.toLowerCase();
  const known = FORMAT_NAMES.find((name) => name === (wanted ?? ending));
  if (known === undefined && wanted !== undefined)
    throw new Failure('wrong_usage', `--format is ${ANY_FORMAT}, not '${given.text('format')}'.`);
  const format = known ?? CSV_FORMAT;
  if (output === undefined && isBinary(format))
    throw new Failure('wrong_usage', `${format} is not text: give a file to write, -o FILE.${format}.`);
  return { output, format };
}

/** @param name of the file where `output` is a folder. */
export async function fileAt(output: string, name: string): Promise<string> {
  const found = await stat(output).catch(() => undefined);
  return found?.isDirectory() ? path.join(output, name) : output;
}

/** @returns 'CSV, JSON and XLSX'. */
export function optionList(names: readonly string[], word: 'and' | 'or'): string {
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}

function isBinary(format: TableFormat): boolean {
  return !TABLE_FORMATS[format].isText;
}
