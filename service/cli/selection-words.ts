import { dayNumber } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { DATASETS, type Dataset, findDataset } from '../datasets/index.ts';
import { isStateCode, STATES } from '../datasets/states.ts';
import type { Given } from './command.ts';
import { idSuggestion } from './suggestion.mjs';

/** Read datasets, series, states and days of a command line. All throw Failure 'wrong_usage', which says what would be right. */

/** @returns the one dataset that `words` name. */
export function datasetOf(command: string, [id, ...others]: readonly string[]): Dataset {
  const ids = DATASETS.map((dataset) => dataset.id);
  if (id === undefined) throw wrong(`${command} needs a dataset: ${ids.join(', ')}.`);
  if (others.length > 0)
    throw wrong(`${command} takes one dataset at a time, and '${others[0]}' is one too many.`);
  const found = findDataset(id);
  if (!found) throw wrong(`There is no dataset '${id}'.${idSuggestion(id, ids)}`);
  return found;
}

/** @returns the codes asked for, or all that are known. */
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

/** @returns the states of `--state`, or `undefined` where it was left out. */
export function areasOf(given: Given, dataset: Dataset): string[] | undefined {
  const areas = listOption(given, 'state')?.map((area) => area.toUpperCase());
  if (areas && !dataset.byState) throw wrong(`${dataset.id} has no states: leave --state out.`);
  for (const area of areas ?? []) {
    if (!isStateCode(area)) {
      throw wrong(
        `There is no state '${area}': --state takes postal codes (${Object.keys(STATES).join(' ')}).`,
      );
    }
  }
  return areas;
}

/** @returns the day number of a calendar day; `name` is what the message calls it: '--from', 'DATE'. */
export function dayOption(name: string, text: string): number {
  const day = dayNumber(text);
  if (day === undefined) throw wrong(`${name} is a calendar day like 2024-02-29, not '${text}'.`);
  return day;
}

/** @returns the elements of a comma-separated list without repetitions; `undefined` if the option is absent. */
export function listOption(given: Given, option: string): string[] | undefined {
  const text = given.text(option);
  if (text === undefined) return undefined;
  const parts = text.split(',').map((part) => part.trim());
  if (parts.includes(''))
    throw wrong(`--${option} has an empty part: write codes with single commas between them.`);
  return [...new Set(parts)];
}

export function wrong(message: string): Failure {
  return new Failure('wrong_usage', message);
}
