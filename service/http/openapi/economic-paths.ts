import { ECONOMIC_PREFIX } from '../../contract/names.ts';
import { STATES } from '../../contract/states.ts';
import type { Dataset } from '../../datasets/types.ts';
import { COMMON_RESPONSES, CSV_HEADERS, DATA_HEADERS, LIMIT_HEADERS, responseRef } from './components.ts';
import { derivationParameters } from './derivation-parameters.ts';
import { PAGE_EXAMPLE, STATE_PAGE_EXAMPLE } from './examples.ts';

/** @returns path and path item of a dataset of the economic-data group. */
export function economicPath(dataset: Dataset): [string, object] {
  const columns = dataset.byState ? 'date,series,state,value' : 'date,series,value';
  const operation = {
    operationId: `get_${dataset.id}`,
    tags: ['Economic data'],
    summary: dataset.title,
    description: prose(dataset),
    externalDocs: { description: dataset.source.name, url: dataset.source.url },
    security: [{ keyInQuery: [] }, { keyInHeader: [] }],
    parameters: parametersOf(dataset),
    responses: {
      '200': {
        description:
          'A page of records by date, then in the order of `series`, then by state; or the whole range as CSV',
        headers: { ...DATA_HEADERS, ...LIMIT_HEADERS, ...CSV_HEADERS },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/EconomicEnvelope' },
            example: dataset.byState ? STATE_PAGE_EXAMPLE : PAGE_EXAMPLE,
          },
          'text/csv': { schema: { type: 'string' }, example: `${columns}\n` },
        },
      },
      '304': responseRef('NotModified'),
      '401': responseRef('InvalidApiKey'),
      '422': responseRef('InvalidParameter'),
      '429': responseRef('LimitExceeded'),
      ...COMMON_RESPONSES,
    },
  };
  return [`${ECONOMIC_PREFIX}/${dataset.id}`, { get: operation }];
}

function prose({ description, frequency, publisher, release, notes, series }: Dataset): string {
  const table = series.map(({ code, title, unit }) => `| \`${code}\` | ${title} | ${unit} |`);
  return [
    description,
    `${frequency}. Published by ${publisher}: ${release.text}.`,
    ...notes,
    ['| series | title | unit |', '|---|---|---|', ...table].join('\n'),
  ].join('\n\n');
}

function parametersOf(dataset: Dataset): object[] {
  const codes = dataset.series.map(({ code }) => code);
  const query = (
    name: string,
    required: boolean,
    description: string,
    schema: object,
    more: object = {},
  ) => ({
    name,
    in: 'query',
    required,
    description,
    schema,
    ...more,
  });
  const day = { type: 'string', format: 'date' };
  return [
    query(
      'series',
      true,
      'Codes with a comma between them; spaces round a code and repeated codes are passed over',
      { type: 'array', minItems: 1, items: { type: 'string', enum: codes } },
      { style: 'form', explode: false, example: [dataset.headline] },
    ),
    query('date_from', true, 'First day of the range; on or before `date_to`', day, {
      example: '2024-01-01',
    }),
    query('date_to', true, 'Last day of the range; not in the future', day, { example: '2024-12-31' }),
    ...(dataset.byState
      ? [
          query(
            'state',
            false,
            'Postal codes of the states to keep; all where it is missing',
            { type: 'array', items: { type: 'string', enum: Object.keys(STATES) } },
            { style: 'form', explode: false },
          ),
        ]
      : []),
    query(
      'as_of',
      false,
      'The data as they were known here at the end of this day, UTC: an observation that was first seen later is absent, one that was revised later has the value that it had. Not in the future. A value is known from the moment on at which this service fetched or imported it, whenever its publisher published it.',
      day,
      { example: '2025-06-30' },
    ),
    ...derivationParameters(dataset),
    query('format', false, '`csv` answers the whole range unpaged; so does `Accept: text/csv`', {
      type: 'string',
      enum: ['json', 'csv'],
      default: 'json',
    }),
    query(
      'token_id',
      false,
      'Place of the next page, as it stands in `next_url`: good for 24 hours, for the same key and parameters. With it the key may be left out.',
      { type: 'string' },
    ),
    {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'ETag of the answer that the client holds',
      schema: { type: 'string' },
    },
  ];
}
