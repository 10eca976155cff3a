import { type Static, Type } from 'typebox';

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
