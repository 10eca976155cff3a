import { AGGREGATION_NAMES, AGGREGATIONS, UNITS } from '../../contract/transforms.ts';
import type { Dataset } from '../../datasets/types.ts';
import { WEEK_END_CODES } from '../../derived/index.ts';
import {
  cadenceOf,
  compareFrequencies,
  FREQUENCY_CODES,
  frequencyName,
  perYear,
} from '../../series-math/frequency.ts';
import { unitsWords } from '../../series-math/units.ts';

/** @returns the parameters that ask for something calculated, named as FRED names them. */
export function derivationParameters(dataset: Dataset): object[] {
  const own = cadenceOf(dataset).frequency;
  const frequencies = FREQUENCY_CODES.filter((code) => compareFrequencies(code, own) >= 0);
  // The market-data paths are not narrowed by date.
  const isDated = dataset.group === 'economic-data';
  const weeks = own === 'd' ? WEEK_END_CODES : [];
  const optional = (name: string, description: string, schema: object, example: string) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
    example,
  });
  return [
    optional('units', unitsProse(dataset), { type: 'string', enum: UNITS, default: 'lin' }, 'lin'),
    optional(
      'frequency',
      [
        `A lower frequency: ${frequencies.map((code) => `\`${code}\` ${frequencyName(code).toLowerCase()}`).join(', ')}.`,
        ...(weeks.length > 0 ? ['Weeks end on Friday; `wesu` to `wesa` name another last day.'] : []),
        `A record then has the date of its period: the first day of a month, quarter, half-year or year, the last day of a week. ${isDated ? 'Records are dated within `date_from` and `date_to`, and each' : 'Each'} is made of the whole of its period. The first and last period of a series are left out where they have too few observations (the least numbers are FRED’s: 3 weeks of a month, 17 days of a month, 12 months of a year).`,
      ].join(' '),
      { type: 'string', enum: [...frequencies, ...weeks] },
      own,
    ),
    optional(
      'aggregation_method',
      `How periods are put together, with \`frequency\`: ${AGGREGATIONS.map((method) => `\`${method}\` ${AGGREGATION_NAMES[method].toLowerCase()}`).join(', ')}. Where it is missing each series goes its own way (\`default_aggregation\` in the catalog). A method that means nothing for a series, such as the sum of a rate, is refused. A mean has the decimals of its observations, rounded half away from zero; \`units\` are made of the exact mean.`,
      { type: 'string', enum: AGGREGATIONS },
      'eop',
    ),
    optional(
      'index_date',
      'With `units=nbd`: the date at which the index is 100. Of a daily series a Saturday or Sunday means the Monday after. A series that has no observation in the period that holds the date has no index: there are no records of it.',
      { type: 'string', format: 'date' },
      '2020-02-01',
    ),
  ];
}

function unitsProse(dataset: Dataset): string {
  const n = perYear(cadenceOf(dataset).frequency);
  const rows = UNITS.map((units) => {
    const { label, formula } = unitsWords(units);
    return `| \`${units}\` | ${label} | ${formula} |`;
  });
  return [
    `What the values are told in, calculated after \`frequency\`. ${dataset.group === 'economic-data' ? 'The observations before `date_from` that a formula looks back to are read too. ' : ''}n is the number of periods of a year, here ${n} as published. Lags count periods, so that a missing observation does not move them; where one of the two values is missing, or the formula has no result (zero below, logarithm of nothing or less), there is no record. Changes keep the publisher’s decimals, all others have five, rounded half away from zero. With \`frequency\` they are made of the exact mean, not of the rounded one that \`lin\` answers, as FRED does; changes of a mean have five decimals.`,
    ['| units | | value |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}
