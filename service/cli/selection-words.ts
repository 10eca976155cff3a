import { stat } from 'node:fs/promises';
import path from 'node:path';
import { dayNumber } from '../calendar/dates.ts';
import { CSV_FORMAT, FORMAT_NAMES, TABLE_FORMATS, type TableFormat } from '../contract/table-formats.ts';
import { DATASETS, type Dataset, findDataset } from '../datasets/index.ts';
import { idSuggestion } from '../datasets/nearest-name.ts';
import { isStateCode, STATES } from '../datasets/states.ts';
import { type Given, option, wrong } from './command.ts';

/** Readers of a command line's words. All throw Failure 'wrong_usage', which says what would be right. */

/** @returns the only dataset in `words`. */
export function datasetOf(command: string, [id, ...others]: readonly string[]): Dataset {
  if (id === undefined) throw wrong(`${command} needs a dataset: ${IDS.join(', ')}.`);
  if (others.length > 0)
    throw wrong(`${command} takes one dataset at a time, and '${others[0]}' is one too many.`);
  return datasetNamed(id);
}

const IDS = DATASETS.map((dataset) => dataset.id);

export function datasetNamed(id: string): Dataset {
  const found = findDataset(id);
  if (!found) throw wrong(`There is no dataset '${id}'.${idSuggestion(id, IDS)}`);
  return found;
}

/** @returns the given codes, or all known ones. */
export function codesOf(
  dataset: Dataset,
  asked: readonly string[] | undefined,
  known: readonly string[],
): readonly string[] {
  for (const code of asked ?? []) {
    if (known.includes(code)) continue;
    const advice = known.length === 0 ? ' None are held here yet.' : idSuggestion(code, known);
    throw wrong(`${dataset.id} has no series '${code}'.${advice}`);
  }
  return asked ?? known;
}

/** @returns the states of `--state`; `undefined` if it was left out. */
export function areasOf(given: Given, dataset: Dataset): string[] | undefined {
  const areas = listOption(given, 'state')?.map((area) => area.toUpperCase());
  if (areas && !dataset.byState) throw wrong(`${dataset.id} has no states: leave --state out.`);
  const unknown = areas?.find((area) => !isStateCode(area));
  if (unknown === undefined) return areas;
  throw wrong(
    `There is no state '${unknown}': --state takes postal codes (${Object.keys(STATES).join(' ')}).`,
  );
}

/** @returns the day number of a calendar day. @param name for the message: '--from', 'DATE' */
export function dayOption(name: string, text: string): number {
  const day = dayNumber(text);
  if (day === undefined) throw wrong(`${name} is a calendar day like 2024-02-29, not '${text}'.`);
  return day;
}

/** @returns the distinct elements of a comma-separated list; `undefined` if the option is absent. */
export function listOption(given: Given, name: string): string[] | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  const parts = text.split(',').map((part) => part.trim());
  if (parts.includes(''))
    throw wrong(`--${name} has an empty part: write codes with single commas between them.`);
  return [...new Set(parts)];
}

/** File formats, text formats first. */
export const FORMATS = FORMAT_NAMES.toSorted((a, b) => Number(isBinary(a)) - Number(isBinary(b)));
const BINARY = FORMATS.filter(isBinary);
/** 'csv, json, xlsx or parquet'. */
const ANY_FORMAT = optionList(FORMATS, 'or');

export const FORMAT = option('--format F', ANY_FORMAT, 'as the ending of FILE says, else csv');
export const OUTPUT = option(
  '-o, --output FILE',
  `file to write, or a folder to write it in; ${optionList(BINARY, 'and')} need one`,
  'standard output',
);

/** @returns the file of `-o`, and the format of `--format` or its ending. @throws Failure 'wrong_usage'. */
export function outputOf(given: Given): { output: string | undefined; format: TableFormat } {
  const output = given.text('output');
  const ending = output === undefined ? '' : path.extname(output).slice(1).toLowerCase();
  const wanted = given.text('format')?.toLowerCase();
  const known = FORMAT_NAMES.find((name) => name === (wanted ?? ending));
  if (known === undefined && wanted !== undefined)
    throw wrong(`--format is ${ANY_FORMAT}, not '${given.text('format')}'.`);
  const format = known ?? CSV_FORMAT;
  if (output === undefined && isBinary(format))
    throw wrong(`${format} is not text: give a file to write, -o FILE.${format}.`);
  return { output, format };
}

/** @param name of the file if `output` is a folder */
export async function fileAt(output: string, name: string): Promise<string> {
  const found = await stat(output).catch(() => undefined);
  return found?.isDirectory() ? path.join(output, name) : output;
}

/** @returns a list such as 'CSV, JSON and XLSX'. */
export function optionList(names: readonly string[], word: 'and' | 'or'): string {
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}

function isBinary(format: TableFormat): boolean {
  return !TABLE_FORMATS[format].isText;
}
