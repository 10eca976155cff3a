import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { type Dataset, storedSeries } from '../datasets/index.ts';

import { type Derivation, type DerivationName, judgeDerivation } from '../derived/index.ts';
import type { Reader } from '../store/index.ts';
import type { ExportSelection } from '../tables/types.ts';
import type { Given } from './command.ts';
import { areasOf, codesOf, datasetOf, dayOption, listOption, wrong } from './selection-words.ts';

/**
 * Checks the words of `export` before any file is opened.
 * @returns a function that makes the selection. It asks the store for the codes of constituents.
 * @throws Failure 'wrong_usage' naming the word that is wrong and what would be right.
 */
export function exportSelection(given: Given): (reader: Reader) => ExportSelection {
  const dataset = datasetOf('export', given.words);
  const areas = areasOf(given, dataset);
  const from = rangeEnd(given, 'from', dataset);
  const to = rangeEnd(given, 'to', dataset);
  if (from !== undefined && to !== undefined && from > to) {
    throw wrong(`--from ${dateText(from)} is after --to ${dateText(to)}: the first date comes first.`);
  }
  const asked = listOption(given, 'series');
  if (dataset.kind !== 'list') {
    const known = dataset.series.map(({ code }) => code);
    const codes = asked ? codesOf(dataset, asked, known) : storedSeries(dataset).map(({ code }) => code);
    const derivation = derivationOf(given, dataset, codes);
    return () => ({ dataset, codes, areas, from, to, derivation });
  }
  for (const option of Object.values(OPTIONS)) {
    if (given.text(option) !== undefined)
      throw wrong(`constituents are exported as they are: leave --${option} out.`);
  }
  return (reader) => ({ dataset, codes: codesOf(dataset, asked, reader.constituentCodes(dataset.id)) });
}

function rangeEnd(given: Given, option: 'from' | 'to', dataset: Dataset): number | undefined {
  const text = given.text(option);
  if (text === undefined) return undefined;
  if (dataset.kind === 'list') {
    throw wrong(`constituents are exported as of their newest date: leave --${option} out.`);
  }
  return dayOption(`--${option}`, text);
}

/** The options for parameters of the API. */
const OPTIONS: Readonly<Record<DerivationName, string>> = {
  units: 'units',
  frequency: 'frequency',
  aggregation_method: 'aggregation',
  index_date: 'index-date',
};

function derivationOf(given: Given, dataset: Dataset, codes: readonly string[]): Derivation | undefined {
  const names = Object.entries(OPTIONS) as [DerivationName, string][];
  const words = Object.fromEntries(names.map(([name, option]) => [name, given.text(option)]));
  const write = (name: DerivationName, value: string) => `--${OPTIONS[name]} ${value}`;
  try {
    return judgeDerivation(dataset, codes, words, write, Number.POSITIVE_INFINITY);
  } catch (error) {
    throw error instanceof Failure ? wrong(error.message) : error;
  }
}
