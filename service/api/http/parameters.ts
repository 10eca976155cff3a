import { Type } from 'typebox';
import { dateText, dayNumber, instantText } from '../../calendar/dates.ts';
import { latestDay } from '../../calendar/today.ts';
import { CSV_FORMAT, JSON_FORMAT, PARQUET_FORMAT, type TableFormat } from '../../contract/table-formats.ts';
import type { Dataset } from '../../datasets/index.ts';
import {
  type Derivation,
  type DerivationWords,
  judgeDerivation,
  WEEK_END_CODES,
} from '../../derived/index.ts';
import { AGGREGATION_NAMES, AGGREGATIONS, FREQUENCIES, UNITS } from '../../series-math/fred-codes.ts';
import { cadenceOf, compareFrequencies, frequencyName, perYear } from '../../series-math/frequency.ts';
import { LONGEST_HOLE } from '../../series-math/periods.ts';
import { unitsWords } from '../../series-math/units.ts';
import { prefersCsv } from './answer.ts';
import { DAY_OR_INSTANT, type ParameterSchema } from './query.ts';
import { collectFaults, invalid, invalidBy } from './refusal.ts';

/** The query parameters of both groups: each is checked and documented by its schema (`ParameterSchema`). */

type ParameterFacts = Pick<ParameterSchema, 'right'> & Partial<ParameterSchema>;

export const text = (description: string, facts: ParameterFacts) => Type.String({ description, ...facts });

export const day = (description: string, example: string, right = example) =>
  text(description, { format: 'date', example, right });

export const listOf = (codes: readonly string[], description: string, facts: ParameterFacts) =>
  Type.Array(Type.String({ enum: codes }), { description, ...facts });

export const whole = (description: string, range: { minimum: number; maximum?: number; default: number }) =>
  Type.Unsafe<bigint>({ type: 'integer', description, ...range, right: String(range.default) });

const API_FORMATS = [JSON_FORMAT, CSV_FORMAT, PARQUET_FORMAT] as const;
export type ApiFormat = (typeof API_FORMATS)[number];

export const formatParameter = (description: string) =>
  Type.Optional(text(description, { enum: API_FORMATS, default: JSON_FORMAT, right: CSV_FORMAT }));

export function formatOf<Format extends TableFormat = ApiFormat>(
  asked: string | undefined,
  accept: string | undefined,
): Format {
  return (asked ?? (prefersCsv(accept) ? CSV_FORMAT : JSON_FORMAT)) as Format;
}

export const TABLE_LAYOUT = Type.Optional(
  text(
    'For CSV and Parquet: `long` has a row for each observation, `wide` a row for each date and a column for each series, in the order of the request (`US10Y`; `initial_claims.CA`), with an empty cell if there is no observation. JSON ignores it',
    { enum: ['long', 'wide'], default: 'long', right: 'wide' },
  ),
);

export const TOKEN_ID = Type.Optional(
  text(
    'Place of the next page, as it stands in `next_url`: good for 24 hours, for the same key and parameters. With it the key may be left out.',
    { right: 'the-one-in-next_url' },
  ),
);

export const DATE_FROM = day('First day of the range; on or before `date_to`', '2024-01-01', '2020-01-01');
export const DATE_TO = day(
  'Last day of the range; at the latest the day that is today in the easternmost time zone (UTC+14)',
  '2024-12-31',
);
export const AS_OF = text(
  'The data as they were known here at the end of this day, UTC, or at this instant, UTC, such as `2025-03-08T14:30:00Z` (up to three decimals of a second): an observation that was first seen later is absent, one that was superseded later has the value that it had. Not in the future. A value is known from the moment on at which this service fetched or imported it, whenever its publisher published it: where `first_seen` ≤ `as_of` < `superseded_at`, as the commands `explain` and `revisions` show them.',
  { anyOf: DAY_OR_INSTANT, example: '2025-06-30', right: '2025-06-30' },
);

export const DERIVATION: ReadonlySet<string> = new Set([
  'units',
  'frequency',
  'aggregation_method',
  'index_date',
]);

/** @returns the parameters of calculations, with FRED's names. `judgeDerivation` checks their values. */
export function derivationParameters(dataset: Dataset) {
  const own = cadenceOf(dataset).frequency;
  const frequencies = FREQUENCIES.filter((code) => compareFrequencies(code, own) >= 0);
  const weeks = own === 'd' ? WEEK_END_CODES : [];
  const later = (description: string, facts: ParameterFacts) =>
    Type.Optional(text(description, { isCheckedLater: true, ...facts }));
  return {
    units: later(unitsProse(dataset), { enum: UNITS, default: 'lin', example: 'lin', right: 'pc1' }),
    frequency: later(
      [
        `A lower frequency: ${frequencies.map((code) => `\`${code}\` ${frequencyName(code).toLowerCase()}`).join(', ')}.`,
        ...(weeks.length > 0 ? ['Weeks end on Friday; `wesu` to `wesa` name another last day.'] : []),
        `A record then has the date of its period: the first day of a month, quarter, half-year or year, the last day of a week. Records are dated within \`date_from\` and \`date_to\`, and each covers its whole period. If the series has no observation before \`date_from\`, its first period is included too; if it has none after \`date_to\`, its last period is, whichever day they are dated by. A period with too few observations is left out. The smallest numbers are FRED’s: 3 months for a quarter, 3 weeks for a month, 17 days for a month, 12 months for a year; for a week inside the series 3 days.`,
      ].join(' '),
      { enum: [...frequencies, ...weeks], example: own, right: 'm' },
    ),
    aggregation_method: later(
      `How observations are aggregated, with \`frequency\`: ${AGGREGATIONS.map((method) => `\`${method}\` ${AGGREGATION_NAMES[method].toLowerCase()}`).join(', ')}. Without it each series uses its own method (\`default_aggregation\` in the catalog). A method that means nothing for a series, such as the sum of a rate, is refused. A mean has the decimals of its observations, rounded half away from zero; \`units\` are calculated from the exact mean.`,
      { enum: AGGREGATIONS, example: 'eop', right: 'avg' },
    ),
    index_date: later(
      'With `units=nbd`: the date at which the index is 100. For a daily series a Saturday or Sunday means the Monday after it. A series without an observation in the period of that date has no index, and no records.',
      { format: 'date', example: '2020-02-01', right: '2020-02-01' },
    ),
  };
}

function unitsProse(dataset: Dataset): string {
  const n = perYear(cadenceOf(dataset).frequency);
  const rows = UNITS.map((units) => {
    const { label, formula } = unitsWords(units);
    return `| \`${units}\` | ${label} | ${formula} |`;
  });
  return [
    `The units of the values, calculated after \`frequency\`. Observations before \`date_from\` that a formula needs are read too. n is the number of periods in a year, here ${n} as published. x(t−1) is the previous observation: in a daily series across weekends and holidays, up to ${LONGEST_HOLE} days back. A year before is 52 weeks before, or the newest observation of the ${LONGEST_HOLE} days before that. In any other series lags count periods, so a missing period does not shift them. If one of the two values is missing, or the formula has no result (a division by zero, a logarithm of zero or less), there is no record. Changes keep the publisher’s decimals, and changes of a percentage are in percentage points; all other results have five decimals, rounded half away from zero. With \`frequency\` they are calculated from the exact mean, not from the rounded one that \`lin\` answers, as FRED does; changes of a mean have five decimals.`,
    ['| units | | value |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

/** @returns `undefined` for observations as published. @throws Refusal 422 naming the parameter. */
export function derivationOf(
  dataset: Dataset,
  codes: readonly string[],
  words: DerivationWords,
  now: Date,
): Derivation | undefined {
  const { units, frequency, aggregation_method: method, index_date: date } = words;
  if ((units ?? frequency ?? method ?? date) === undefined) return undefined;
  try {
    return judgeDerivation(dataset, codes, words, (name, value) => `${name}=${value}`, latestDay(now));
  } catch (error) {
    throw invalidBy(error);
  }
}

type Days = { date_from?: string | undefined; date_to?: string | undefined; date?: string | undefined };

/** @throws Refusal 422 if days contradict each other, or lie in the future. */
export function checkDays({ date_from: from, date_to: to, date }: Days, now: Date): void {
  const faults = collectFaults();
  if (from !== undefined && to !== undefined && from > to)
    faults.refuse('date_from', `date_from ${from} is after date_to ${to}. It must be on or before it.`);
  const what = 'in the future';
  const end = to === undefined ? 'date_from' : 'date_to';
  const instead = ' All there is needs no date: /api/v1/view?…&range=Max.';
  faults.attempt(() => checkPast(end, to ?? from, what, now, instead));
  const other = from !== undefined ? 'date_from' : to !== undefined ? 'date_to' : undefined;
  if (date !== undefined && other !== undefined)
    faults.refuse('date', `date asks for one day and ${other} for a range. Leave one of them out.`);
  else faults.attempt(() => checkPast('date', date, what, now));
  const wrong = faults.refusal();
  if (wrong) throw wrong;
}

/** @throws Refusal 422 if `asOf` is a day after today or an instant after now. */
export function checkAsOf(asOf: string | undefined, now: Date): void {
  const what = 'in the future: what will be known then is not known yet';
  if (asOf === undefined) return;
  if (dayNumber(asOf) !== undefined) checkPast('as_of', asOf, what, now);
  else if ((instantText(asOf) ?? '') > now.toISOString())
    throw invalid('as_of', `as_of ${asOf} is ${what}. It is ${now.toISOString()} now.`);
}

/** @param instead advice for the message @throws Refusal 422 if the day is after today everywhere. */
function checkPast(name: string, day: string | undefined, what: string, now: Date, instead = ''): void {
  const latest = dateText(latestDay(now));
  if (day === undefined || day <= latest) return;
  throw invalid(
    name,
    `${name} ${day} is ${what}. The latest possible date is ${latest}, today in the easternmost time zone.${instead}`,
  );
}
