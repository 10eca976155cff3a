import fc from 'fast-check';
import type { TableSeries } from '../../../renderer/table/sheet.ts';
import { alignRows, sheetOf } from '../../../renderer/table/sheet.ts';
import type { TableLayout } from '../../../service/view/index.ts';

/** A line of the table. @param observations by day number, ascending. */
export function lineOf(slot: number, observations: readonly (readonly [number, string])[]): TableSeries {
  const values = observations.map(([, text]) => text);
  return {
    column: {
      id: `line.${slot}`,
      days: Int32Array.from(observations, ([day]) => day),
      values,
      numbers: Float64Array.from(values, Number),
    },
    title: `Line ${slot}`,
    detail: slot % 2 === 0 ? 'persons' : '%',
    full: `Line ${slot}, in full.`,
    slot,
  };
}

export function sheetFor(layout: TableLayout, series: readonly TableSeries[]) {
  return sheetOf(layout, series, alignRows(series.map(({ column }) => column)));
}

/** Values as published: with zeros at the end, negative and large ones, many of them equal. */
const valueText = fc.oneof(
  fc.constantFrom('0', '-0.5', '7', '7.0', '36104343213.10'),
  fc.integer({ min: -2_000_000, max: 2_000_000 }).map(String),
);

/** Up to four lines whose days overlap. */
export const someSeries = fc
  .array(fc.dictionary(fc.integer({ min: 0, max: 40 }).map(String), valueText, { maxKeys: 25 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((lines) =>
    lines.map((line, slot) =>
      lineOf(
        slot,
        Object.entries(line).map(([day, text]) => [Number(day), text] as const),
      ),
    ),
  );

export const someLayout = fc.constantFrom<TableLayout>('wide', 'long');
