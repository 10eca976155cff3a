import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import { type ImportedFile, importFiles } from '../../service/ingest/index.ts';
import { listChange } from '../../service/series-math/list-change.ts';
import { listFigures, overlapOf } from '../../service/series-math/list-figures.ts';
import { ledgerOf } from '../../service/series-math/list-ledger.ts';
import { type Constituent, foldTicker, identityOf } from '../../service/series-math/members.ts';
import { openReader, type Reader } from '../../service/store/index.ts';

const member = (ticker: string, weight = '', sector = 'Energy', name = `${ticker} Inc`): Constituent => ({
  ticker,
  name,
  sector,
  weight,
});
const tickers = (list: readonly Constituent[]) => list.map(({ ticker }) => ticker);

describe('two lists', () => {
  test('have each member in one of joined, left and stayed; in reverse, joined and left change places', () => {
    const list = fc.uniqueArray(
      fc.record({
        ticker: fc.constantFrom('A', 'B', 'BRK.B', 'BRKB', 'C', 'D', 'bf-b', 'BF.B', '-'),
        name: fc.constantFrom('Ball Corp', 'Ball Corporation', 'CBRE', 'Marsh & McLennan', 'Marsh McLennan'),
        sector: fc.constantFrom('', 'Communication', 'Communication Services', 'Energy'),
        weight: fc.constantFrom('', '1', '1.00', '2.5'),
      }),
      { selector: ({ ticker, name }) => foldTicker(ticker) || name, maxLength: 7 },
    );
    fc.assert(
      fc.property(list, list, (earlier, later) => {
        const change = listChange(earlier, later);
        const { joined, left, stayed } = change;
        expect([...joined, ...stayed.map(({ after }) => after)].sort(byText)).toEqual(later.toSorted(byText));
        expect([...left, ...stayed.map(({ before }) => before)].sort(byText)).toEqual(
          earlier.toSorted(byText),
        );
        const back = listChange(later, earlier);
        expect([back.joined, back.left]).toEqual([left, joined]);
        expect(back.resectored).toHaveLength(change.resectored.length);
        for (const { before, after } of change.perhapsRenamed) {
          expect(left).toContain(before);
          expect(joined).toContain(after);
        }
        // Once confirmed, each pair is one member that stayed.
        const confirmed = listChange(
          earlier,
          later,
          change.perhapsRenamed.filter(
            (pair) => foldTicker(pair.before.ticker) && foldTicker(pair.after.ticker),
          ),
        );
        expect(confirmed.joined.length + confirmed.stayed.length).toBe(later.length);
        expect(confirmed.stayed.length - confirmed.renamed.length).toBe(stayed.length);
      }),
      { numRuns: 200 },
    );
  });
});

test('the effective number is 3 for three equal weights, and never exceeds the members, for any sum of weights', () => {
  const weights = fc.array(fc.integer({ min: -300, max: 9000 }), { minLength: 1, maxLength: 12 });
  const effective = (list: readonly string[]) =>
    listFigures(list.map((weight, i) => member(`T${i}`, weight))).effective;
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 4 }), (list, places) => {
      fc.pre(list.some((one) => one !== 0));
      const texts = list.map((one) => (one / 100).toFixed(places));
      fc.pre(texts.some((text) => /[1-9]/.test(text)));
      expect(Number(effective(texts))).toBeGreaterThanOrEqual(1);
      expect(Number(effective(texts))).toBeLessThanOrEqual(list.length);
    }),
  );
  for (const weight of ['0.5', '25', '33.3333', '100'])
    expect(effective([weight, weight, weight]), weight).toBe('3.0');
  expect(effective(['30', '20', '1'])).toBe('2.0');
  expect(effective(['25', '-25'])).toBe('2.0');
  expect(effective(['49.6', '49.5'])).toBe('2.0');
});

describe('the publishers’ own lists', () => {
  const folder = join(import.meta.dirname, '../../../shared/data/constituents');
  const isHere = existsSync(folder);
  let dataDir = '';
  let reader: Reader | undefined;
  let imported: ImportedFile[] = [];
  const listOf = (code: string, day: string): Constituent[] => [
    ...(reader?.constituents(code, { offset: 0, limit: 9999, onOrBefore: dayNumber(day) })?.rows ?? []),
  ];
  beforeAll(async () => {
    if (!isHere) return;
    dataDir = mkdtempSync(join(tmpdir(), 'almanac-lists-'));
    const file = (name: string, listDate?: string) => ({
      path: join(folder, name),
      ...(listDate && { listDate }),
    });
    imported = await importFiles({
      dataDir,
      now: () => new Date('2026-11-22T12:00:00Z'),
      allowShrink: true,
      files: [
        file('sp500_constituents_2014-12-07_old_columns.csv', '2014-12-07'),
        file('sp500_constituents_2026-08-08.csv', '2026-08-08'),
        file('ishares_IVV_holdings_2024.csv'),
        file('ssga_spy_holdings.xlsx'),
      ],
    });
    reader = openReader(dataDir);
  }, 60_000);
  afterAll(() => {
    reader?.close();
    if (dataDir) rmSync(dataDir, { recursive: true });
  });
  const real = (title: string, check: () => void) =>
    test(title, ({ skip }) => {
      skip(!isHere, 'the publishers’ files are not beside the project (../shared/data)');
      check();
    });

  real('S&P 500, 2014-12-07 and 2026-08-08', () => {
    const [old, young] = [listOf('SP500', '2014-12-07'), listOf('SP500', '2026-08-08')];
    const change = listChange(old, young);
    const { joined, left, stayed, resectored, perhapsRenamed } = change;
    expect([old, young, joined, left, stayed, resectored].map((list) => list.length)).toEqual([
      496, 503, 203, 196, 300, 38,
    ]);
    expect(imported[1]?.runs[0]?.lists).toMatchObject([{ joined: joined.length, left: left.length }]);
    const lacking = (list: readonly Constituent[], other: readonly Constituent[]) =>
      list.filter(({ ticker }) => !tickers(other).includes(ticker));
    expect([lacking(young, old), lacking(old, young)].map((list) => list.length)).toEqual([205, 198]);
    expect(old.length - lacking(old, young).length).toBe(298);
    const moved = resectored.filter(
      ({ before, after }) => `${before.sector}>${after.sector}` === 'Financials>Real Estate',
    );
    expect(moved).toHaveLength(13);
    expect(perhapsRenamed.map(({ before, after }) => `${before.ticker}>${after.ticker}`).sort()).toEqual(
      'BHI>BKR BLL>BALL CBG>CBRE MMC>MRSH'.split(' '),
    );
    const ledger = (pairs: typeof perhapsRenamed) => ledgerOf([old, young], pairs);
    expect([ledger([]), ledger(perhapsRenamed)].map((list) => list.length)).toEqual([699, 695]);
    expect(ledger(perhapsRenamed).filter(({ stays }) => stays[0]?.last !== stays[0]?.first)).toHaveLength(
      304,
    );
    const confirmed = listChange(old, young, perhapsRenamed.slice(0, 2));
    expect([confirmed.joined, confirmed.left, confirmed.stayed].map((list) => list.length)).toEqual([
      201, 194, 302,
    ]);
    expect(confirmed.perhapsRenamed).toHaveLength(2);
  });

  real('each member is explained to the line of the file on which its ticker stands', () => {
    for (const [name, code, day] of [
      ['sp500_constituents_2014-12-07_old_columns.csv', 'SP500', '2014-12-07'],
      ['sp500_constituents_2026-08-08.csv', 'SP500', '2026-08-08'],
      ['ishares_IVV_holdings_2024.csv', 'IVV', '2024-12-06'],
    ] as const) {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n');
      const some = listOf(code, day).filter((_, i) => i % 25 === 0);
      expect(some.length).toBeGreaterThan(19);
      for (const one of some) {
        const told = reader?.explainList(code, dayNumber(day) as number, identityOf(one)).lists[0];
        expect(told?.member).toMatchObject(one);
        expect(lines[(told?.member?.row ?? 0) - 1]?.replaceAll('"', '')).toMatch(
          new RegExp(`^${one.ticker.replace('.', '\\.')},`),
        );
      }
    }
    expect(reader?.explainList('SPY', dayNumber('2025-02-07') as number, 'AAPL').lists).toMatchObject([
      { row: 6, member: { row: 6, weight: '6.727683' }, run: { location: expect.stringMatching(/spy/) } },
    ]);
  });

  real('IVV of 2024-12-06 and SPY of 2025-02-07', () => {
    const [ivv, spy] = [listOf('IVV', '2024-12-06'), listOf('SPY', '2025-02-07')];
    expect(listFigures(ivv)).toMatchObject({
      members: 503,
      total: '99.75',
      topTen: '36.07',
      hhi: '200.8701',
      effective: '49.8',
    });
    expect(listFigures(ivv).sectors[0]).toEqual({
      sector: 'Information Technology',
      members: 69,
      weight: '31.97',
    });
    expect(listFigures(spy)).toMatchObject({ members: 504, total: '99.891556' });
    const { common, shared } = overlapOf([spy, ivv]);
    expect([common.length, shared]).toEqual([500, '95.776292']);
    expect(common.filter(([a, b]) => a?.ticker === b?.ticker)).toHaveLength(498);
  });
});

function byText(a: Constituent, b: Constituent): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
