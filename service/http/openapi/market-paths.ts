import { MARKET_LIMIT_DEFAULT, MARKET_LIMIT_LARGEST } from '../../contract/page-limits.ts';
import { findDataset, YIELD_CODES } from '../../datasets/index.ts';
import { COMMON_RESPONSES, CSV_HEADERS, DATA_HEADERS, responseRef } from './components.ts';
import { derivationParameters } from './derivation-parameters.ts';
import { CONSTITUENTS_EXAMPLE, YIELDS_EXAMPLE } from './examples.ts';

/** @returns the paths of the market-data group. */
export function marketPaths(): Record<string, object> {
  return {
    '/yields/series={codes}': {
      get: operation('yields', {
        order: 'by date, then in the order of the codes',
        columns: 'date,series,value',
        schema: 'YieldsEnvelope',
        example: YIELDS_EXAMPLE,
        parameter: {
          name: 'codes',
          description: 'One or more codes with a comma between them',
          schema: { type: 'array', minItems: 1, items: { type: 'string', enum: [...YIELD_CODES] } },
          example: ['US2Y', 'US10Y'],
        },
      }),
    },
    '/constituents/series={code}': {
      get: operation('constituents', {
        order: 'of the newest date, by weight descending, then ticker',
        columns: 'series,as_of,ticker,name,sector,weight',
        schema: 'ConstituentsEnvelope',
        example: CONSTITUENTS_EXAMPLE,
        parameter: {
          name: 'code',
          description: 'Code of one index or fund; the catalog lists them',
          schema: { type: 'string' },
          example: 'SP500',
        },
      }),
    },
  };
}

type Part = {
  order: string;
  columns: string;
  schema: string;
  example: object;
  parameter: { name: string; description: string; schema: object; example: unknown };
};

function operation(id: 'yields' | 'constituents', part: Part): object {
  const dataset = findDataset(id);
  return {
    operationId: `get_${id}`,
    tags: ['Market data'],
    summary: dataset?.title ?? id,
    description: [dataset?.description, ...(dataset?.notes ?? [])].join('\n\n'),
    security: [{ keyInHeader: [] }],
    parameters: [
      { in: 'path', required: true, style: 'simple', explode: false, ...part.parameter },
      whole('limit', 'Rows of the answer', {
        minimum: 1,
        maximum: MARKET_LIMIT_LARGEST,
        default: MARKET_LIMIT_DEFAULT,
      }),
      whole('offset', 'Rows passed over', { minimum: 0, default: 0 }),
      ...(id === 'yields' && dataset ? derivationParameters(dataset) : []),
      {
        name: 'format',
        in: 'query',
        required: false,
        description:
          '`csv` answers the whole selection, whatever `limit` and `offset` say; so does `Accept: text/csv`',
        schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
      },
    ],
    responses: {
      '200': {
        description: `Rows ${part.order}`,
        headers: { ...DATA_HEADERS, ...CSV_HEADERS },
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${part.schema}` },
            example: part.example,
          },
          'text/csv': { schema: { type: 'string' }, example: `${part.columns}\n` },
        },
      },
      '304': responseRef('NotModified'),
      '401': responseRef('NotAuthenticated'),
      '404': responseRef('UnknownSeries'),
      '422': responseRef('InvalidParameter'),
      ...COMMON_RESPONSES,
      '403': responseRef('Forbidden'),
    },
  };
}

function whole(name: string, description: string, range: object): object {
  return { name, in: 'query', required: false, description, schema: { type: 'integer', ...range } };
}
