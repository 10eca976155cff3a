import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateText, instantText } from '../../service/calendar/dates.ts';
import { openReader, type SeriesSelection } from '../../service/store/index.ts';
import { makeFolder, publishRows, runOf, type TestRow } from './folder.ts';
import { publishes, selection, selectRows } from './model.ts';

const TODAY = 20_454;
const endOf = (day: number) => instantText(dateText(day)) as string;

/** The expected result of `columns`, computed by filtering the rows. */
function columnsOf(all: readonly TestRow[], wanted: SeriesSelection): unknown[] {
  const everyDay = selectRows(all, { ...wanted, from: -1e9, to: 1e9 });
  const series = Map.groupBy(everyDay, ({ code, area }) => `${code}/${area}`);
  return [...series.values()]
    .map((rows) => {
      const [{ code, area, day }] = rows as [TestRow];
      const inside = rows.filter((row) => row.day >= wanted.from && row.day <= wanted.to);
      return {
        code,
        area,
        first: day,
        last: rows.at(-1)?.day,
        days: inside.map((row) => row.day),
        values: inside.map((row) => row.value),
      };
    })
    .sort(
      (a, b) => wanted.codes.indexOf(a.code) - wanted.codes.indexOf(b.code) || (a.area < b.area ? -1 : 1),
    );
}

test('columns contain each series of a selection with its first and last day, now and as of any day', () => {
  using folder = makeFolder();
  const reader = openReader(folder.path);
  const read = (wanted: SeriesSelection) =>
    reader.columns(wanted).map(({ seriesId, days, ...column }) => {
      expect(seriesId).toBeGreaterThan(0);
      return { ...column, days: [...days] };
    });
  let datasets = 0;
  fc.assert(
    fc.property(publishes, selection, (list, question) => {
      const wanted = { ...question, dataset: `d${++datasets}` };
      const known = new Map<string, TestRow>();
      const expected = list.map((rows, i) => {
        const fetchedAt = `${dateText(TODAY + i)}T12:00:00.000Z`;
        publishRows(folder.path, runOf(wanted.dataset, { fetchedAt }), rows);
        for (const row of rows) known.set(`${row.code}/${row.area}/${row.day}`, row);
        return columnsOf([...known.values()], wanted);
      });
      expect(read(wanted)).toEqual(expected.at(-1));
      expect(read({ ...wanted, asOf: endOf(TODAY - 1) })).toEqual([]);
      for (const [i, columns] of expected.entries()) {
        expect(read({ ...wanted, asOf: endOf(TODAY + i) })).toEqual(columns);
      }
    }),
    { numRuns: 60 },
  );
  reader.close();
});
