import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isValueText } from '../../service/series-math/decimal-text.ts';
import { mutate, mutations, tryRead } from './mutations.ts';
import { HAS_REAL_FILES, type ReadResult, readText } from './read-text.ts';
import { NO_FILES, pathOf } from './real-imports.ts';

/** Real files of publishers with damaged bytes: never a crash or a hang, and nothing undamaged is lost without a note. */

/** How long one file is tried. A fast machine finishes all runs in this time. */
const TIME_MS = process.env.ALMANAC_SOAK ? 3000 : 500;
const LIMITS = { numRuns: process.env.ALMANAC_SOAK ? 300 : 150, interruptAfterTimeLimit: TIME_MS };
const TIMEOUT_MS = 60_000;

const LINES = [
  'fred/fredgraph_2025_JTSJOL.csv',
  'fred/fredgraph_2024_ICSA.csv',
  'fred/fredgraph_2024_PI.csv',
  'fred/TREAST_2021.csv',
  'fred/fredgraph_2020_ICNSA.csv',
  'fred/fredgraph_2024_DGS10.csv',
  'yields/cassiano_daily-treasury-rates-2024.csv',
  'yields/cassiano_daily-treasury-rates-2025.csv',
  'us_debt/DebtPenny_20200307_20250306.csv',
];
const RECORDS = ['us_debt/fiscaldata_debt_first_fields2.json', 'us_debt/fiscaldata_debt_recent_fields2.json'];
const LISTS = [
  'constituents/sp500_constituents_2026-08-08.csv',
  'constituents/sp500_constituents_2014-12-07_old_columns.csv',
  'constituents/ishares_IVV_holdings_2024.csv',
];

const fact = ({ series, date, value }: ReadResult['observations'][number]) => `${series} ${date} ${value}`;

describe.each(LINES)('damage to the lines of %s', (name) => {
  test(
    'is a Failure, or no line that was left alone is lost or read as another',
    ({ skip }) => {
      skip(!HAS_REAL_FILES, NO_FILES);
      const bytes = readFileSync(pathOf(name));
      const whole = readText(bytes);
      const lines = bytes.toString('latin1').split('\n');
      const hasHeader = !/^(\xef\xbb\xbf)?\d/.test(lines[0] ?? '');
      const byLine = Map.groupBy(whole.observations, ({ line }) => lines[line - 1] ?? '');
      const all = new Set(whole.observations.map(fact));
      fc.assert(
        fc.property(mutations, (list) => {
          const damaged = list.reduce(mutate, bytes);
          const result = tryRead(damaged);
          if (!result) return;
          const left = damaged.toString('latin1').split('\n');
          if (hasHeader && left[0] !== lines[0]) return;
          const there = new Set(left);
          const held = new Set(result.observations.map(fact));
          const lost = [...byLine].filter(
            ([line, found]) => there.has(line) && found.some((one) => !held.has(fact(one))),
          );
          expect(lost.map(([line]) => line)).toEqual([]);
          const known = new Set(lines);
          const damagedLines = left.filter((line) => !known.has(line)).length;
          const columns = (lines[0] ?? '').split(',').length;
          const made = [...held].filter((one) => !all.has(one));
          expect(made.length).toBeLessThanOrEqual(damagedLines * columns);
          expect(result.observations.every(({ value }) => isValueText(value))).toBe(true);
        }),
        LIMITS,
      );
    },
    TIMEOUT_MS,
  );

  test(
    'cut anywhere it is a Failure, or a part of the file',
    ({ skip }) => {
      skip(!HAS_REAL_FILES, NO_FILES);
      const bytes = readFileSync(pathOf(name));
      const all = new Set(readText(bytes).observations.map(fact));
      fc.assert(
        fc.property(fc.nat({ max: bytes.length - 1 }), (end) => {
          const result = tryRead(bytes.subarray(0, end));
          expect(result?.observations.filter((one) => !all.has(fact(one))) ?? []).toEqual([]);
        }),
        LIMITS,
      );
    },
    TIMEOUT_MS,
  );
});

describe.each(RECORDS)('damage to the records of %s', (name) => {
  test(
    'is a Failure, or no record that was left alone is lost',
    ({ skip }) => {
      skip(!HAS_REAL_FILES, NO_FILES);
      const bytes = readFileSync(pathOf(name));
      const whole = readText(bytes);
      const records = bytes.toString('latin1').match(/\{"record_date":"\d{4}-[^{}]*\}/g) ?? [];
      expect(records.length).toBe(new Set(whole.observations.map(({ line }) => line)).size);
      fc.assert(
        fc.property(mutations, (list) => {
          const damaged = list.reduce(mutate, bytes);
          const result = tryRead(damaged);
          if (!result) return;
          const left = damaged.toString('latin1');
          const held = new Set(result.observations.map(fact));
          const lost = whole.observations.filter(
            (one) => left.includes(records[one.line - 1] ?? '\0') && !held.has(fact(one)),
          );
          expect(lost).toEqual([]);
          expect(result.observations.every(({ value }) => isValueText(value))).toBe(true);
        }),
        LIMITS,
      );
    },
    TIMEOUT_MS,
  );

  test(
    'cut anywhere it is a Failure',
    ({ skip }) => {
      skip(!HAS_REAL_FILES, NO_FILES);
      const bytes = readFileSync(pathOf(name));
      for (let end = 0; end < bytes.toString('latin1').trimEnd().length; end++)
        expect(tryRead(bytes.subarray(0, end))).toBeUndefined();
    },
    TIMEOUT_MS,
  );
});

describe.each(LISTS)('damage to the members of %s', (name) => {
  /** Without their lines, which change where a line before them is lost. */
  const rowsOf = ({ lists }: ReadResult) =>
    lists.flatMap(({ rows }) =>
      rows.map(({ ticker, name, sector, weight }) => ({ ticker, name, sector, weight })),
    );
  /** Each member with its line. */
  function members(whole: ReadResult, lines: readonly string[]) {
    const rows = rowsOf(whole).map((row) => JSON.stringify(row));
    const found = lines.flatMap((line) => {
      const [ticker = '', member = ''] = line.replaceAll('"', '').split(',');
      const row = rowsOf(whole).find((one) => one.ticker === ticker && one.name.startsWith(member));
      return row && ticker !== '' ? [{ line, row: JSON.stringify(row) }] : [];
    });
    expect(found.length).toBeGreaterThan(rows.length * 0.9);
    return found;
  }

  test(
    'is a Failure, or no member whose line was left alone is lost',
    ({ skip }) => {
      skip(!HAS_REAL_FILES, NO_FILES);
      const bytes = readFileSync(pathOf(name));
      const whole = readText(bytes);
      const lines = bytes.toString('utf8').split('\n');
      const all = members(whole, lines);
      const header = lines.findIndex((line) => /^"?(Symbol|Ticker),/.test(line.replace('\uFEFF', '')));
      expect(header).toBeGreaterThanOrEqual(0);
      fc.assert(
        fc.property(mutations, (list) => {
          const result = tryRead(list.reduce(mutate, bytes));
          if (!result) return;
          const left = list.reduce(mutate, bytes).toString('utf8').split('\n');
          if (left[header] !== lines[header] || result.notes.join() !== whole.notes.join()) return;
          const there = new Set(left);
          const held = new Set(rowsOf(result).map((row) => JSON.stringify(row)));
          expect(all.filter(({ line, row }) => there.has(line) && !held.has(row))).toEqual([]);
          expect(rowsOf(result).every(({ weight }) => weight === '' || isValueText(weight))).toBe(true);
        }),
        LIMITS,
      );
    },
    TIMEOUT_MS,
  );

  test(
    'cut anywhere it is a Failure, or a part of the list',
    ({ skip }) => {
      skip(!HAS_REAL_FILES, NO_FILES);
      const bytes = readFileSync(pathOf(name));
      const all = new Set(rowsOf(readText(bytes)).map((row) => JSON.stringify(row)));
      fc.assert(
        fc.property(fc.nat({ max: bytes.length - 1 }), (end) => {
          const result = tryRead(bytes.subarray(0, end));
          const made = result ? rowsOf(result).filter((row) => !all.has(JSON.stringify(row))) : [];
          expect(made).toEqual([]);
        }),
        LIMITS,
      );
    },
    TIMEOUT_MS,
  );
});
