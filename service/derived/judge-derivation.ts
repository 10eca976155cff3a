import { dayNumber } from '../calendar/dates.ts';
import { Failure, joinFailures, quoted } from '../contract/failure.ts';
import { aggregationWarning } from '../datasets/aggregation.ts';
import { type Dataset, findSeries } from '../datasets/index.ts';
import type { Aggregation } from '../datasets/types.ts';
import type { Units } from '../series-math/fred-codes.ts';
import { AGGREGATIONS, isAskedFrequency, UNITS, WEEKS } from '../series-math/fred-codes.ts';
import { cadenceOf, frequencyWarning, frequencyWords, outputCadence } from '../series-math/frequency.ts';
import type { Cadence } from '../series-math/types.ts';
import { unitsWarning } from '../series-math/units.ts';

/** How a dataset's published observations are transformed: FRED's units and frequency. */
export type Derivation = {
  units: Units;
  /** Day number at which an index is 100; only with `nbd`. */
  indexDay?: number | undefined;
  /** The lower cadence and each series' aggregation by code; absent if series keep their frequency. */
  to?: { cadence: Cadence; methods: Readonly<Record<string, Aggregation>> } | undefined;
};

/** The parameters as the user wrote them, by API name. */
export type DerivationWords = {
  units?: string | undefined;
  frequency?: string | undefined;
  aggregation_method?: string | undefined;
  index_date?: string | undefined;
};
export type DerivationName = keyof DerivationWords;

/** FRED's codes for weeks, by their last day. */
export const WEEK_END_CODES = WEEKS;

/**
 * Checks the parameters that transform a dataset's series. @param write formats a parameter as the user would
 * write it: `units=pc1` or `--units pc1`. @param latest the latest index date. @returns `undefined` if
 * observations stay as published. @throws Failure 'invalid_parameter'; `more` holds any further errors
 */
export function judgeDerivation(
  dataset: Dataset,
  codes: readonly string[],
  words: DerivationWords,
  write: (name: DerivationName, value: string) => string,
  latest: number,
): Derivation | undefined {
  const found: Failure[] = [];
  const wrong = (parameter: DerivationName, message: string) =>
    new Failure('invalid_parameter', message, { parameter });
  const attempt = <Value>(check: () => Value): Value | undefined => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      found.push(error);
      return undefined;
    }
  };
  const units = attempt(() => unitsOf(dataset, codes, words, write, wrong));
  const indexDay = attempt(() => indexDayOf(words, units, write, wrong, latest));
  const cadence = attempt(() => cadenceAsked(dataset, words, write, wrong));
  const methods = attempt(() => methodsOf(dataset, codes, cadence, words, write, wrong));
  if (found.length > 0 || units === undefined) throw joinFailures(found);
  if (units === 'lin' && methods === undefined) return undefined;
  return { units, indexDay, to: methods && cadence && { cadence, methods } };
}

type Write = (name: DerivationName, value: string) => string;
type WrongDerivation = (parameter: DerivationName, message: string) => Failure;

function unitsOf(
  dataset: Dataset,
  codes: readonly string[],
  { units = 'lin' }: DerivationWords,
  write: Write,
  wrong: WrongDerivation,
): Units {
  const found = UNITS.find((one) => one === units);
  if (!found)
    throw wrong(
      'units',
      `${write('units', quoted(units))} is not known. Use ${UNITS.slice(0, -1).join(', ')}, or nbd with ${write('index_date', '2020-02-01')}.`,
    );
  for (const code of codes) {
    const series = findSeries(dataset.id, code);
    const warning = series && unitsWarning(series, found);
    if (warning !== undefined) throw wrong('units', warning);
  }
  return found;
}

/** @param units `undefined` if they are wrong, so that the date is not checked against them */
function indexDayOf(
  { index_date: text }: DerivationWords,
  units: Units | undefined,
  write: Write,
  wrong: WrongDerivation,
  latest: number,
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
  if (units !== undefined && units !== 'nbd') {
    throw wrong(
      'index_date',
      `${write('index_date', text)} means something only with ${write('units', 'nbd')}. Add it, or leave the date out.`,
    );
  }
  if (day > latest) {
    throw wrong('index_date', `${write('index_date', text)} is in the future: there is no value to be 100.`);
  }
  return day;
}

/** @returns the cadence to aggregate to; `undefined` if the series keep their own. */
function cadenceAsked(
  dataset: Dataset,
  { frequency: text }: DerivationWords,
  write: Write,
  wrong: WrongDerivation,
): Cadence | undefined {
  if (text === undefined) return undefined;
  const own = cadenceOf(dataset);
  if (!isAskedFrequency(text)) {
    throw wrong(
      'frequency',
      `${write('frequency', quoted(text))} is not known. Use ${frequencyWords(own.frequency)}.`,
    );
  }
  const warning = frequencyWarning(own, text, write('frequency', text), { name: dataset.id });
  if (warning !== undefined) throw wrong('frequency', warning);
  const cadence = outputCadence(own, text);
  return cadence.frequency === own.frequency ? undefined : cadence;
}

/** @returns each series' aggregation by code: the requested one, otherwise the catalogue's default. */
function methodsOf(
  dataset: Dataset,
  codes: readonly string[],
  cadence: Cadence | undefined,
  { frequency, aggregation_method: text }: DerivationWords,
  write: Write,
  wrong: WrongDerivation,
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
