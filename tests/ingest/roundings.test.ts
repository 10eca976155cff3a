import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateText, dayNumber, instantText } from '../../service/calendar/dates.ts';
import { previewFile } from '../../service/ingest/index.ts';
import { openReader } from '../../service/store/index.ts';
import { encoded } from '../store/encoded.ts';
import { type Folder, makeFolder, NOW } from './folder.ts';

/** FRED gives `PI` in billions with one decimal; BEA gives it in millions. */
const fred = (rows: Readonly<Record<string, string>>) =>
  `observation_date,PI\n${Object.entries(rows)
    .map(([date, value]) => `${date},${value}\n`)
    .join('')}`;
const bea = (rows: Readonly<Record<string, string>>) =>
  `%SeriesCode,Period,Value\n${Object.entries(rows)
    .map(([date, value]) => `A065RC,${date.slice(0, 4)}M${date.slice(5, 7)},"${grouped(value)}"\n`)
    .join('')}DPCERC,2026M01,"1,000"\n`;
const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

const SERIES = { dataset: 'personal_income_and_outlays', code: 'total_personal_income', area: '' };
const [FIRST, SECOND, THIRD] = ['2026-11-16', '2026-11-18', '2026-11-19'].map(
  (day) => new Date(`${day}T12:00:00Z`),
);

function look(folder: Folder) {
  const reader = openReader(folder.dataDir);
  try {
    const selection = { dataset: SERIES.dataset, codes: [SERIES.code], from: 0, to: 40_000 };
    const values = (asOf?: string) =>
      Object.fromEntries(
        encoded(
          reader.observations(
            { ...selection, asOf: asOf === undefined ? undefined : instantText(asOf) },
            { limit: 999 },
          ),
          'csv',
        )
          .body.toString()
          .trim()
          .split('\n')
          .map((line) => [line.slice(0, 10), line.slice(line.lastIndexOf(',') + 1)]),
      );
    return {
      now: values(),
      between: values('2026-11-17'),
      revisions: reader
        .revisions({ dataset: SERIES.dataset }, { limit: 999 })
        .rows.map(({ day, oldValue, newValue }) => [dateText(day), oldValue, newValue]),
      explained: Object.fromEntries(
        Object.keys(values()).map((date) => [
          date,
          reader
            .explain(SERIES, dayNumber(date) ?? 0)
            .values.map(({ value, isRounding, run }) => [value, run.source, isRounding]),
        ]),
      ),
      runs: reader.runs(9).map(({ added, revised, unchanged }) => [added, revised, unchanged]),
      version: reader.dataVersion(),
    };
  } finally {
    reader.close();
  }
}

const FRED = {
  '2026-01-01': '26597.7',
  '2026-02-01': '26739.9',
  '2026-03-01': '26766.0',
  '2026-04-01': '26951.3',
};
const BEA = {
  '2026-01-01': '26597656',
  '2026-02-01': '26739879',
  '2026-03-01': '26766000',
  '2026-04-01': '26951418',
};

describe('the publisher’s own figure after FRED’s rounding', () => {
  test('an exact figure replaces its rounding without a revision; any other figure is a revision', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('fred.csv', fred(FRED))], { now: () => FIRST as Date });
    const before = look(folder).version;
    const file = folder.write('bea.txt', bea(BEA));
    const preview = await previewFile({ dataDir: folder.dataDir, file: { path: file }, now: () => NOW });
    const note =
      '2 observations were roundings of what the publisher says; its own figures take their place, which is no revision.';
    expect(preview.datasets).toMatchObject([{ added: 0, revised: 1, unchanged: 3 }]);
    expect(preview.revisions).toMatchObject([{ date: '2026-04-01', before: '26951300', after: '26951418' }]);
    expect(preview.notes).toEqual([note]);

    const [imported] = await folder.import([file], { now: () => SECOND as Date });
    expect(imported?.runs).toMatchObject([{ added: 0, revised: 1, unchanged: 3, refined: 2 }]);
    expect(imported?.notes).toEqual([note]);
    const found = look(folder);
    expect(found.version).not.toBe(before);
    expect(found.now).toEqual(BEA);
    expect(found.between).toEqual({
      '2026-01-01': '26597700',
      '2026-02-01': '26739900',
      '2026-03-01': '26766000',
      '2026-04-01': '26951300',
    });
    expect(found.revisions).toEqual([['2026-04-01', '26951300', '26951418']]);
    expect(found.explained['2026-01-01']).toEqual([
      ['26597656', 'bea-nipa-monthly-txt', false],
      ['26597700', 'fred-csv', true],
    ]);
    expect(found.explained['2026-04-01']).toEqual([
      ['26951418', 'bea-nipa-monthly-txt', false],
      ['26951300', 'fred-csv', false],
    ]);

    // The same rounding changes nothing. A new figure of the publisher is a revision, however close.
    const [fredAgain] = await folder.import([
      folder.write('fred.csv', fred({ ...FRED, '2026-04-01': '26951.4' })),
    ]);
    expect(fredAgain?.runs).toMatchObject([{ added: 0, revised: 0, unchanged: 4 }]);
    const [beaAgain] = await folder.import(
      [folder.write('bea.txt', bea({ ...BEA, '2026-01-01': '26597657', '2026-03-01': '26766001' }))],
      { now: () => THIRD as Date },
    );
    expect(beaAgain?.runs).toMatchObject([{ added: 0, revised: 2, unchanged: 2 }]);
    expect(look(folder).revisions.slice(0, 2)).toEqual([
      ['2026-03-01', '26766000', '26766001'],
      ['2026-01-01', '26597656', '26597657'],
    ]);
  });

  test('a difference of half a unit is FRED’s rounding, and a millionth of a unit more is a revision', async () => {
    const folder = makeFolder();
    const rows = {
      '2026-01-01': '26597.7',
      '2026-02-01': '26597.7',
      '2026-03-01': '26597.7',
      '2026-04-01': '26597.7',
    };
    await folder.import([folder.write('fred.csv', fred(rows))]);
    const [imported] = await folder.import([
      folder.write(
        'bea.txt',
        bea({
          '2026-01-01': '26597750',
          '2026-02-01': '26597650',
          '2026-03-01': '26597751',
          '2026-04-01': '26597649',
        }),
      ),
    ]);
    expect(imported?.runs).toMatchObject([{ revised: 2, unchanged: 2, refined: 2 }]);
  });

  test('the user’s own CSV is not a publisher’s file: its different value is a revision', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('fred.csv', fred(FRED))]);
    const text = `dataset,series,date,value\n${SERIES.dataset},${SERIES.code},2026-01-01,26597656\n`;
    const [imported] = await folder.import([folder.write('own.csv', text)]);
    expect(imported?.runs).toMatchObject([{ revised: 1, unchanged: 0 }]);
    const [after] = await folder.import([folder.write('bea.txt', bea(BEA))]);
    expect(after?.runs).toMatchObject([{ revised: 1, unchanged: 3, refined: 1 }]);
  });

  test('either order gives the same values, and no revision', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 400_000, max: 30_000_000 }), { minLength: 1, maxLength: 12 }),
        async (millions) => {
          const dates = millions.map((_, at) => `2025-${String(at + 1).padStart(2, '0')}-01`);
          const exact = Object.fromEntries(dates.map((date, at) => [date, String(millions[at])]));
          const rounded = Object.fromEntries(
            dates.map((date, at) => [date, (Math.round((millions[at] ?? 0) / 100) / 10).toFixed(1)]),
          );
          const folder = makeFolder();
          const files = [folder.write('fred.csv', fred(rounded)), folder.write('bea.txt', bea(exact))];
          for (const order of [files, files.toReversed()]) {
            const one = makeFolder();
            const imported = await one.import([...order, ...order]);
            expect(imported.flatMap(({ runs }) => runs.map(({ revised }) => revised))).toEqual([0, 0, 0, 0]);
            expect(look(one).now).toEqual(exact);
            expect(look(one).revisions).toEqual([]);
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});
