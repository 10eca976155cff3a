import { type Static, type TSchema, Type } from 'typebox';

/** Shapes of the market-data group (`service/api/README.md`, 'Market data'). */

export const YieldRow = Type.Object({
  date: Type.String({ description: 'YYYY-MM-DD' }),
  series: Type.String(),
  value: Type.String({ description: 'Percent per year, as published; with `units` what these say' }),
});
export type YieldRow = Static<typeof YieldRow>;

export const ConstituentRow = Type.Object({
  series: Type.String({ description: 'Code of the index or fund' }),
  as_of: Type.String({ description: 'YYYY-MM-DD' }),
  ticker: Type.String(),
  name: Type.String(),
  sector: Type.String(),
  weight: Type.String({ description: 'Percent; empty where the publisher gives none' }),
});
export type ConstituentRow = Static<typeof ConstituentRow>;

/** @returns the schema of the market-data envelope with rows of the given schema. */
export function marketEnvelope<Row extends TSchema>(row: Row) {
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
