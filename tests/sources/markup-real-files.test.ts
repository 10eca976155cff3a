import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openReader } from '../../service/store/index.ts';
import { constituentBytes } from '../../service/tables/row-bytes.ts';
import { encoded } from '../store/encoded.ts';
import { mutate, mutations, tryRead } from './mutations.ts';
import { HAS_REAL_FILES, readText } from './read-text.ts';
import {
  expectTwiceIsOnce,
  importInto,
  makeFolder,
  NO_FILES,
  pathOf,
  type RealFile,
} from './real-imports.ts';

const CLAIMS = 'ui_weekly_claims/dol_r539cy_us_trim_2026-09-28.xml';
const EXPORTS = 'us_exports/census_country_2023.xlsx';
const HOLDINGS = 'constituents/ssga_spy_holdings.xlsx';
/** Files, their format, rows, first and last day, and how many series; as counted in the files. */
const FILES: [string, RealFile][] = [
  // 4 weeks of 1967, of which the 4-week averages are in the last, and 37 weeks to 2026-08-29; 17 weeks to come.
  [
    CLAIMS,
    {
      format: 'dol-r539cy-xml',
      rows: 4 * 4 + 2 + 37 * 6,
      first: '1967-01-07',
      last: '2026-08-29',
      series: 6,
    },
  ],
  // 38 years and a month.
  [
    EXPORTS,
    {
      format: 'census-country-xlsx',
      rows: 7 * (38 * 12 + 1),
      first: '1985-01-01',
      last: '2023-01-01',
      series: 7,
    },
  ],
  // 505 holdings, one of them cash.
  [HOLDINGS, { format: 'ssga-holdings-xlsx', rows: 504, first: '2025-02-07', last: '2025-02-07', series: 1 }],
];
/** @returns every value held by `dataset code date`, and weights by `constituents SPY AAPL weight date`. */
function held(dataDir: string): Map<string, string> {
  const reader = openReader(dataDir);
  const values = new Map<string, string>();
  try {
    for (const { dataset, series } of reader.holdings()) {
      if (dataset === 'constituents') continue;
      const selection = { dataset, codes: series.map(({ code }) => code), from: 0 - 2000, to: 30_000 };
      const { body } = encoded(reader.observations(selection, { limit: 1_000_000 }), 'json');
      const rows: { date: string; series: string; value: string }[] = JSON.parse(`[${body}]`);
      for (const { date, series: code, value } of rows) values.set(`${dataset} ${code} ${date}`, value);
    }
    for (const code of reader.constituentCodes('constituents')) {
      const { body } = constituentBytes(
        code,
        reader.constituents(code, { offset: 0, limit: 10_000 }),
        'json',
      );
      const rows: Record<string, string>[] = JSON.parse(`[${body}]`);
      for (const row of rows)
        values.set(`constituents ${code} ${row.ticker} weight ${row.as_of}`, row.weight ?? '');
    }
  } finally {
    reader.close();
  }
  return values;
}

describe('publishers’ own XML files and workbooks, through the import into a store', () => {
  test.for(FILES)(
    '%s: rows and days are right, and a second import changes nothing',
    async ([name, right], { skip }) => {
      skip(!HAS_REAL_FILES, NO_FILES);
      await expectTwiceIsOnce(name, right);
    },
  );

  test('every landmark that these files cover is there, to the digit', async ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const dataDir = makeFolder();
    await importInto(dataDir, ...FILES.map(([name]) => name));
    const values = held(dataDir);
    const found = readFileSync(pathOf('landmarks.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .flatMap((row) => {
        const [dataset = '', name = '', date = '', value = ''] = row.split(',');
        const ours = values.get(`${dataset} ${name.replace(/ \(.*\)$/, '')} ${date}`);
        if (ours === undefined) return [];
        expect(ours, row).toBe(value);
        return [row];
      });
    // 8 of claims, 7 of exports, 1 of SPY.
    expect(found).toHaveLength(16);
  });

  test('the regions have no noise of binary numbers: dollars are their smallest unit', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const { observations } = readText(readFileSync(pathOf(EXPORTS)));
    expect(observations.filter(({ value }) => !/^\d+(\.\d{1,6})?$/.test(value))).toEqual([]);
  });

  test('the claims with mutated bytes: a Failure, or all other rows are right', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const whole = readFileSync(pathOf(CLAIMS));
    const facts = (bytes: Buffer) =>
      tryRead(bytes)?.observations.map(({ series, date, value }) => `${series} ${date} ${value}`);
    const right = new Set(facts(whole));
    fc.assert(
      fc.property(mutations, (list) => {
        const found = facts(list.reduce(mutate, whole));
        // A week has six values; each mutation may touch two weeks.
        expect((found ?? []).filter((fact) => !right.has(fact)).length).toBeLessThanOrEqual(12 * list.length);
        if (found) expect(right.size - found.length).toBeLessThanOrEqual(12 * list.length);
      }),
      { numRuns: 200 },
    );
  });

  test.for([EXPORTS, HOLDINGS])('%s with mutated bytes: a Failure, or the same', (name, { skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const whole = readFileSync(pathOf(name));
    const right = readText(whole);
    let read = 0;
    fc.assert(
      fc.property(mutations, (list) => {
        const result = tryRead(list.reduce(mutate, whole));
        // Comparing all rows is slow. Their number is enough, because a checksum covers them.
        if (!result) return;
        read++;
        expect([result.observations.length, result.lists]).toEqual([right.observations.length, right.lists]);
      }),
      { numRuns: 40 },
    );
    expect(read).toBeLessThan(40);
  });
});
