import { type Static, type TSchema, Type } from 'typebox';

/** Shapes of the economic-data group (`service/api/README.md`, 'Economic data'). */

export const EconomicRecord = Type.Object({
  date: Type.String({ description: 'YYYY-MM-DD' }),
  series: Type.String({ description: 'One of the series codes of the endpoint' }),
  state: Type.Optional(Type.String({ description: 'Two-letter postal code; state-level claims only' })),
  value: Type.String({
    description:
      'A number written as text, exactly as the publisher wrote it; calculated where `units` or `frequency` ask for it',
  }),
});
export type EconomicRecord = Static<typeof EconomicRecord>;

export const EconomicEnvelope = Type.Object({
  status: Type.Literal('OK'),
  message: Type.Literal('Data retrieved successfully'),
  meta: Type.Object({
    schema_version: Type.Literal('1.0'),
    frequency: Type.Union(
      [
        Type.Literal('Daily'),
        Type.Literal('Weekly'),
        Type.Literal('Monthly'),
        Type.Literal('Quarterly'),
        Type.Literal('Semiannual'),
        Type.Literal('Annual'),
      ],
      { description: 'Of the dataset, or what was asked for with `frequency`' },
    ),
    fields: Type.Record(Type.String(), Type.String()),
  }),
  pagination: Type.Object({
    count: Type.String({ description: 'The number of records on this page, as text' }),
    next_url: Type.Union([Type.String(), Type.Null()], {
      description: 'Path of the next page, to be appended to {base_url}/api/v1; null on the last page',
    }),
  }),
  data: Type.Array(EconomicRecord),
});
export type EconomicEnvelope = Static<typeof EconomicEnvelope>;

/** Shapes of the market-data group (`service/api/README.md`, 'Market data'). */

const YieldRow = Type.Object({
  date: Type.String({ description: 'YYYY-MM-DD' }),
  series: Type.String(),
  value: Type.String({ description: 'Percent per year, as published; with `units` what these say' }),
});

const ConstituentRow = Type.Object({
  series: Type.String({ description: 'Code of the index or fund' }),
  as_of: Type.String({ description: 'YYYY-MM-DD' }),
  ticker: Type.String(),
  name: Type.String(),
  sector: Type.String(),
  weight: Type.String({ description: 'Percent; empty where the publisher gives none' }),
});

function marketEnvelope<Row extends TSchema>(row: Row) {
  return Type.Object({
    rows: Type.Array(row),
    total_rows: Type.Integer({ description: 'Rows of the whole selection' }),
    limit: Type.Integer({ description: 'The page size applied' }),
    offset: Type.Integer({ description: 'The offset applied, with all its digits' }),
    latency: Type.Number({ description: 'Milliseconds that the service spent on this request' }),
  });
}
export const YieldsEnvelope = marketEnvelope(YieldRow);
export type YieldsEnvelope = Static<typeof YieldsEnvelope>;
export const ConstituentsEnvelope = marketEnvelope(ConstituentRow);
export type ConstituentsEnvelope = Static<typeof ConstituentsEnvelope>;

/** Shapes of `GET /api/v1/view`: the lines of a chart. */

const maybe = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const ViewLine = Type.Object({
  line: Type.String({
    description: 'The name of its rows and of its column in a table: `jolts.quits_rate_sa_PC1`',
  }),
  series: maybe(Type.String(), 'Id of its series; null of a formula'),
  formula: maybe(Type.String(), 'Its formula; null of a series'),
  letters: maybe(
    Type.Record(Type.String(), Type.String()),
    'The series that the letters of its formula name',
  ),
  title: Type.String(),
  unit: Type.String({
    description: 'Of its values: `%`, `claims`, `pp` (percentage points); empty where they have none',
  }),
  units: Type.String({
    description: 'What its values are in: `Levels`, `Percent change from year ago`; of a formula `Formula`',
  }),
  frequency: Type.String({
    description: '`Monthly`, `Weekly, ending Saturday`; of levels `Weekly, as of Wednesday`',
  }),
  aggregation: maybe(
    Type.Union([Type.Literal('avg'), Type.Literal('sum'), Type.Literal('eop')]),
    'How its observations were aggregated to this frequency; null for the published one',
  ),
  average: maybe(Type.Integer(), 'The number of observations in its moving average'),
  index_date: maybe(Type.String(), 'Where it is 100, of an index'),
  origin: maybe(
    Type.Union([Type.Literal('publisher'), Type.Literal('file'), Type.Literal('sample')]),
    'Where its data came from; null if there are none, or if a formula has several origins',
  ),
  notes: Type.Array(Type.String(), { description: 'What was done to it and left out, or why it is empty' }),
});
export type ViewLine = Static<typeof ViewLine>;

const ViewRow = Type.Object({
  date: Type.String({ description: 'YYYY-MM-DD' }),
  line: Type.String({ description: 'Name of the line, as in `meta.lines`' }),
  value: Type.String({ description: 'A number written as text, exactly as the chart shows it' }),
});

export const ViewEnvelope = Type.Object({
  status: Type.Literal('OK'),
  message: Type.Literal('Data retrieved successfully'),
  meta: Type.Object({
    schema_version: Type.Literal('1.0'),
    range: Type.Object(
      { from: Type.String(), to: Type.String() },
      { description: 'The days that are answered' },
    ),
    fields: Type.Record(Type.String(), Type.String()),
    lines: Type.Array(ViewLine, { description: 'The lines in the order of their rows within a day' }),
  }),
  pagination: Type.Object({
    count: Type.String({ description: 'The number of rows on this page, as text' }),
    next_url: Type.Union([Type.String(), Type.Null()], {
      description: 'Path of the next page, to be appended to {base_url}/api/v1; null on the last page',
    }),
  }),
  data: Type.Array(ViewRow),
});
export type ViewEnvelope = Static<typeof ViewEnvelope>;
