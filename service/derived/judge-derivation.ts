import { dayNumber } from '../calendar/dates.ts';
import { Failure, quoted } from '../contract/failure.ts';
import { aggregationWarning } from '../datasets/aggregation.ts';
import { type Dataset, findSeries } from '../datasets/index.ts';
import type { Aggregation } from '../datasets/types.ts';
import { AGGREGATIONS, FREQUENCIES, isAskedFrequency, UNITS, WEEKS } from '../series-math/fred-codes.ts';
import {
  cadenceOf,
  cadenceText,
  compareFrequencies,
  frequencyName,
  isSameCadence,
  outputCadence,
} from '../series-math/frequency.ts';
import type { Cadence, FrequencyCode, Units } from '../series-math/types.ts';
import { unitsWarning } from '../series-math/units.ts';
import type { Derivation } from './types.ts';

/** The parameters as the user wrote them, by the API's names. */
export type DerivationWords = {
  units?: string | undefined;
  frequency?: string | undefined;
  aggregation_method?: string | undefined;
  index_date?: string | undefined;
};
export type DerivationName = keyof DerivationWords;

/** FRED's codes for weeks, by the day on which they end. */
export const WEEK_END_CODES = WEEKS;

/**
 * Checks the parameters that transform the series of a dataset: units, frequency, aggregation and index date.
 * @param write formats a parameter for messages as the user would write it: `units=pc1` or `--units pc1`.
 * @param today day number; the index date may not be later.
 * @returns `undefined` if the parameters leave the observations as published.
 * @throws Failure 'invalid_parameter' that names the parameter and says what would be right.
 */
export function judgeDerivation(
  dataset: Dataset,
  codes: readonly string[],
  words: DerivationWords,
  write: (name: DerivationName, value: string) => string,
  today: number,
): Derivation | undefined {
  const wrong = (parameter: DerivationName, message: string) =>
    new Failure('invalid_parameter', message, { parameter });
  const units = unitsOf(words, write, wrong);
  for (const code of codes) {
    const series = findSeries(dataset.id, code);
    const warning = series && unitsWarning(series, units);
    if (warning !== undefined) throw wrong('units', warning);
  }
  const indexDay = indexDayOf(words, units, write, wrong, today);
  const cadence = cadenceAsked(dataset, words, write, wrong);
  const methods = methodsOf(dataset, codes, cadence, words, write, wrong);
  if (units === 'lin' && methods === undefined) return undefined;
  return { units, indexDay, to: methods && cadence && { cadence, methods } };
}

type Write = (name: DerivationName, value: string) => string;
type Wrong = (parameter: DerivationName, message: string) => Failure;

function unitsOf({ units }: DerivationWords, write: Write, wrong: Wrong): Units {
  if (units === undefined) return 'lin';
  const found = UNITS.find((one) => one === units);
  if (found) return found;
  throw wrong(
    'units',
    `${write('units', quoted(units))} is not known. Use ${UNITS.slice(0, -1).join(', ')}, or nbd with ${write('index_date', '2020-02-01')}.`,
  );
}

function indexDayOf(
  { index_date: text }: DerivationWords,
  units: Units,
  write: Write,
  wrong: Wrong,
  today: number,
): number | undefined {
  const example = write('index_date', '2020-02-01');
  if (text === undefined) {
    if (units !== 'nbd') return undefined;
    throw wrong(
      'index_date',
      `${write('units', 'nbd')} needs the date at which the index is 100. Add for example ${example}.`,
    );
  }
  const day = dayNumber(text);
  if (day === undefined) {
    throw wrong(
      'index_date',
      `${write('index_date', quoted(text))} is not a date in the form YYYY-MM-DD. Write for example ${example}.`,
    );
  }
  if (units !== 'nbd') {
    throw wrong(
      'index_date',
      `${write('index_date', text)} means something only with ${write('units', 'nbd')}. Add it, or leave the date out.`,
    );
  }
  if (day > today) {
    throw wrong('index_date', `${write('index_date', text)} is in the future: there is no value to be 100.`);
  }
  return day;
}

/** @returns the cadence to aggregate to; `undefined` if the series keep theirs. */
function cadenceAsked(
  dataset: Dataset,
  { frequency: text }: DerivationWords,
  write: Write,
  wrong: Wrong,
): Cadence | undefined {
  if (text === undefined) return undefined;
  const own = cadenceOf(dataset);
  const possible = frequencyWords(own.frequency);
  if (!isAskedFrequency(text)) {
    throw wrong('frequency', `${write('frequency', quoted(text))} is not known. Use ${possible}.`);
  }
  const cadence = outputCadence(own, text);
  if (compareFrequencies(cadence.frequency, own.frequency) < 0) {
    throw wrong(
      'frequency',
      `${write('frequency', text)} is higher than what is published: ${dataset.id} is ${frequencyName(own.frequency).toLowerCase()}. Use ${possible}.`,
    );
  }
  if (cadence.frequency !== own.frequency) return cadence;
  if (!isSameCadence(cadence, own)) {
    throw wrong(
      'frequency',
      `${write('frequency', text)} cannot be made of ${dataset.id}, which is ${cadenceText(own).toLowerCase()}. Use ${possible}.`,
    );
  }
  return undefined;
}

/** @returns 'd, w, m, q, sa or a': the frequencies that a series can be aggregated to, including its own. */
function frequencyWords(own: FrequencyCode): string {
  const codes = FREQUENCIES.filter((one) => compareFrequencies(one, own) >= 0);
  return codes.join(', ').replace(/, (\w+)$/, ' or $1');
}

/** @returns the aggregation method of each series, by code: the requested one, otherwise the catalogue's default. */
function methodsOf(
  dataset: Dataset,
  codes: readonly string[],
  cadence: Cadence | undefined,
  { frequency, aggregation_method: text }: DerivationWords,
  write: Write,
  wrong: Wrong,
): Record<string, Aggregation> | undefined {
  const method = AGGREGATIONS.find((one) => one === text);
  if (text !== undefined && method === undefined) {
    throw wrong(
      'aggregation_method',
      `${write('aggregation_method', quoted(text))} is not known. Use ${AGGREGATIONS.join(', ')}.`,
    );
  }
  if (text !== undefined && frequency === undefined) {
    throw wrong(
      'aggregation_method',
      `${write('aggregation_method', text)} means something only with a frequency. Add for example ${write('frequency', 'a')}, or leave it out.`,
    );
  }
  if (!cadence) return undefined;
  const methods: Record<string, Aggregation> = {};
  for (const code of codes) {
    const series = findSeries(dataset.id, code);
    const used = method ?? series?.defaultAggregation ?? undefined;
    const warning = series && method && aggregationWarning(series, method);
    if (warning !== undefined) throw wrong('aggregation_method', warning);
    if (used === undefined)
      throw wrong('frequency', `${code} cannot be aggregated. Leave the frequency out.`);
    methods[code] = used;
  }
  return methods;
}
