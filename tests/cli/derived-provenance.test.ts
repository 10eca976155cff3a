import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { explanationCalls } from '../../service/calls/explanation-calls.ts';
import { importFiles } from '../../service/ingest/index.ts';
import { openReader } from '../../service/store/index.ts';
import { STATE_ROWS, stateClaims } from '../sources/text-fixtures.ts';
import { CENSUS_ROWS, workbook } from '../sources/workbook-fixtures.ts';
import { eachWithDataFolder } from './folder.ts';

/** Values that are computed from their file: sums of rows, sums of columns, numbers in another unit. */

const { dataDir: folder, run } = eachWithDataFolder();

async function bring(name: string, content: string | Buffer, at = '2026-11-20T18:00:00Z') {
  const dataDir = folder();
  const file = path.join(dataDir, name);
  writeFileSync(file, content);
  await importFiles({ dataDir, files: [file], now: () => new Date(at) });
}

/** @returns an explanation as text, as JSON, and as the page gets it. */
async function explained(series: readonly [string, string, string], date: string) {
  const [dataset, code, area] = series;
  const words = ['explain', dataset, code, date, ...(area ? ['--state', area] : [])];
  const text = await run(...words);
  const json = JSON.parse((await run(...words, '--json')).out);
  const reader = openReader(folder());
  const { explain } = explanationCalls(reader, () => new Date('2026-11-20T18:00:00Z'));
  const page = await explain({ dataset, series: code, area, date });
  reader.close();
  return { text: text.out, current: json.current, replaced: json.replaced, page };
}

/** @returns the rows of the sheet with one country in one year. */
const rowsOf = (year: string, code: RegExp) =>
  CENSUS_ROWS.flatMap(([of, country], at) => (of === year && code.test(String(country)) ? [at + 1] : []));

describe('almanac explain of US exports', () => {
  const CENTRAL = ['us_exports', 'central_america', ''] as const;
  const changed = CENSUS_ROWS.map((row) =>
    row[0] === '1996' && row[1] === '2050'
      ? row.map((cell) =>
          cell === null || typeof cell === 'string' || cell.n !== '20.000001' ? cell : { n: '21' },
        )
      : row,
  );

  test('names all rows that were summed, for the current and the replaced value', async () => {
    await bring('country.xlsx', workbook(CENSUS_ROWS, { sheet: 'country' }));
    const rows = rowsOf('1996', /^2(?!010)/);
    const place = `rows ${rows.slice(0, -1).join(', ')} and ${rows.at(-1)}, summed`;
    const first = await explained(CENTRAL, '1996-06-01');
    expect(first.text).toContain(`Place       ${place}\n`);
    expect(first.current).toMatchObject({ value: '21.000002', place: { row: rows[0] }, summed: rows });
    expect(first.page.current?.place).toBe(place);

    await bring('newer.xlsx', workbook(changed, { sheet: 'country' }), '2026-11-21T18:00:00Z');
    const { current, replaced } = await explained(CENTRAL, '1996-06-01');
    expect(current).toMatchObject({ value: '22.000001', summed: rows, run: { id: 2 } });
    expect(replaced).toMatchObject([{ value: '21.000002', summed: rows, run: { id: 1 } }]);
    // A value that the second file repeats is explained by the first; the publisher's own row is not a sum.
    expect((await explained(CENTRAL, '1997-06-01')).current).toMatchObject({
      summed: rowsOf('1997', /^2(?!010)/),
      run: { id: 1 },
    });
    const own = await explained(['us_exports', 'europe', ''], '1997-06-01');
    expect(own.page.current?.place).toBe(`row ${rowsOf('1997', /^0012$/)[0]}`);
  });
});

test('personal income from FRED is explained by the value that was read, in billions', async () => {
  await bring('fredgraph.csv', 'observation_date,PI\n2024-09-01,24853.7\n');
  const { text, current, page } = await explained(
    ['personal_income_and_outlays', 'total_personal_income', ''],
    '2024-09-01',
  );
  const reading = 'read as 24853.7 (billions of US dollars), stored in millions';
  expect(text).toMatch(
    new RegExp(
      `Value +24853700 [\\s\\S]*Place +line 2\\n +Reading +${reading.replaceAll(/[().]/g, '\\$&')}\n`,
    ),
  );
  expect(current).toMatchObject({ value: '24853700', place: { line: 2 }, reading });
  expect(page.current?.place).toBe(`line 2, ${reading}`);
});

test('claims of a state are explained as the sum of their columns', async () => {
  await bring('ar539.csv', stateClaims('iso'));
  const [row] = STATE_ROWS;
  const reader = openReader(folder());
  const held = reader.columns({
    dataset: 'ui_state_weekly_claims',
    codes: ['initial_claims'],
    areas: [row?.state ?? ''],
    from: 0,
    to: 30_000,
  });
  reader.close();
  const date = new Date((held[0]?.days[0] ?? 0) * 86_400_000).toISOString().slice(0, 10);
  const { text } = await explained(['ui_state_weekly_claims', 'initial_claims', row?.state ?? ''], date);
  expect(text).toMatch(/Reading +the sum of columns c3 and c7 /);
});
