import fc from 'fast-check';
import { dateText } from '../../service/calendar/dates.ts';
import type { SeriesSelection } from '../../service/store/index.ts';
import type { RowFormat } from '../../service/tables/row-bytes.ts';
import type { TestRow } from './folder.ts';

export const CODES = ['alpha', 'b.2', 'C-3', 'd_4'];
export const AREAS = ['', 'CA', 'NY', 'VI'];

/** Values in all the forms that a publisher may write. */
const value = fc.oneof(
  fc.constantFrom('36104343213.10', '-0', '007', '0.000', '123456789012345678901234567890.5'),
  fc.integer().map(String),
  fc
    .tuple(fc.integer(), fc.nat({ max: 99 }))
    .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`),
);

/** Days: close together, far apart, and at the borders of years and of stretches of 256 days. */
const day = fc.oneof(
  fc.integer({ min: 19_000, max: 19_040 }),
  fc.integer({ min: -600, max: 600 }),
  fc.constantFrom(-719_162, 2_932_896, 0, -1, 255, 256, 18_262, 18_628),
);

/** Rows in which no series has the same day twice. */
export const rows: fc.Arbitrary<TestRow[]> = fc.uniqueArray(
  fc.record({ code: fc.constantFrom(...CODES), area: fc.constantFrom(...AREAS), day, value }),
  { maxLength: 120, selector: (row) => `${row.code}/${row.area}/${row.day}` },
);

/** Publishes; many of their rows have the days of the publish before. */
export const publishes = fc
  .array(fc.tuple(rows, fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((list) => {
    const all: TestRow[][] = [];
    for (const [fresh, picks] of list) {
      const again = (all.at(-1) ?? []).map((row, index) =>
        picks[index % picks.length] === 0 ? { ...row, value: `${index}.5` } : row,
      );
      const taken = new Set(again.map((row) => `${row.code}/${row.area}/${row.day}`));
      all.push([...again, ...fresh.filter((row) => !taken.has(`${row.code}/${row.area}/${row.day}`))]);
    }
    return all;
  });

export const selection: fc.Arbitrary<SeriesSelection> = fc
  .record({
    codes: fc.uniqueArray(fc.constantFrom(...CODES, 'unknown'), { minLength: 1 }),
    areas: fc.option(fc.uniqueArray(fc.constantFrom(...AREAS)), { nil: undefined }),
    ends: fc.tuple(day, day),
  })
  .map(({ codes, areas, ends }) => ({
    dataset: 'd',
    codes,
    areas,
    from: Math.min(...ends),
    to: Math.max(...ends),
  }));

/** @returns the expected rows of a selection, in order, by filtering and sorting. */
export function selectRows(all: readonly TestRow[], { codes, areas, from, to }: SeriesSelection): TestRow[] {
  return all
    .filter((row) => codes.includes(row.code) && (!areas || areas.includes(row.area)))
    .filter((row) => row.day >= from && row.day <= to)
    .sort(
      (a, b) => a.day - b.day || codes.indexOf(a.code) - codes.indexOf(b.code) || (a.area < b.area ? -1 : 1),
    );
}

/** @returns the expected text of rows. */
export function renderRows(list: readonly TestRow[], format: RowFormat): string {
  if (format === 'csv') {
    return list
      .map(({ code, area, day: on, value: text }) =>
        area === '' ? `${dateText(on)},${code},${text}\n` : `${dateText(on)},${code},${area},${text}\n`,
      )
      .join('');
  }
  return list
    .map(({ code, area, day: on, value: text }) =>
      JSON.stringify(
        area === ''
          ? { date: dateText(on), series: code, value: text }
          : { date: dateText(on), series: code, state: area, value: text },
      ),
    )
    .join(',');
}
