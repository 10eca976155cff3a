import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText, dayNumber, instantText } from '../../service/calendar/dates.ts';
import { withSpreads } from '../../service/derived/index.ts';
import { importFiles } from '../../service/ingest/index.ts';
import { observationTexts, openReader, type Position, type Reader } from '../../service/store/index.ts';
import { publish, temporaryFolder, weekdays } from '../api/folder.ts';

/** Spreads as readers of the data see them: the store has only the yields. */

const DATES = weekdays('2024-01-02', 20);
const WHOLE = {
  dataset: 'yields',
  from: dayNumber('1980-01-01') as number,
  to: dayNumber('2030-01-01') as number,
};

function readerOf(dataDir: string): Reader {
  return withSpreads(openReader(dataDir));
}

function pagesOf(reader: Reader, codes: string[], limit: number, range = WHOLE, asOf?: string) {
  const selection = { ...range, codes, asOf };
  const rows: string[] = [];
  let after: Position | undefined;
  for (;;) {
    const page = reader.observations(selection, { after, limit });
    rows.push(...observationTexts(page).map(({ day, code, value }) => `${dateText(day)} ${code} ${value}`));
    if (!page.more) break;
    after = page.last;
  }
  expect(rows).toHaveLength(reader.countObservations(selection));
  return rows;
}

describe('a spread', () => {
  it('is the exact difference on days with both yields, among other codes, in pages of any size', () => {
    const cell = fc.option(fc.integer({ min: -200, max: 999 }), { freq: 4 });
    const days = fc.integer({ min: 0, max: DATES.length - 1 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ long: cell, short: cell, decimals: fc.integer({ min: 0, max: 3 }) }), {
          minLength: DATES.length,
          maxLength: DATES.length,
        }),
        fc.shuffledSubarray(['US10Y', 'US10Y_US2Y', 'US2Y'], { minLength: 1 }),
        fc.tuple(days, days, fc.integer({ min: 1, max: 25 })),
        (cells, codes, [one, other, limit]) => {
          const dataDir = temporaryFolder();
          const hundredths = (n: number) =>
            `${n < 0 ? '-' : ''}${Math.floor(Math.abs(n) / 100)}.${String(Math.abs(n) % 100).padStart(2, '0')}`;
          const stored = cells.flatMap(({ long, short, decimals }, i) => {
            const date = DATES[i] as string;
            return [
              ...(long === null
                ? []
                : [{ code: 'US10Y', date, value: hundredths(long) + '0'.repeat(decimals) }]),
              ...(short === null ? [] : [{ code: 'US2Y', date, value: hundredths(short) }]),
            ];
          });
          publish(dataDir, 'yields', stored);
          const [from, to] = [DATES[Math.min(one, other)] as string, DATES[Math.max(one, other)] as string];
          const expected = DATES.flatMap((date, i) => {
            if (date < from || date > to) return [];
            const { long, short, decimals } = cells[i] as (typeof cells)[number];
            const values: Record<string, string | undefined> = {
              US10Y: stored.find((row) => row.code === 'US10Y' && row.date === date)?.value,
              US2Y: stored.find((row) => row.code === 'US2Y' && row.date === date)?.value,
              US10Y_US2Y:
                long === null || short === null ? undefined : hundredths(long - short) + '0'.repeat(decimals),
            };
            return codes.flatMap((code) =>
              values[code] === undefined ? [] : [`${date} ${code} ${values[code]}`],
            );
          });
          const reader = readerOf(dataDir);
          const range = { ...WHOLE, from: dayNumber(from) as number, to: dayNumber(to) as number };
          expect(pagesOf(reader, codes, limit, range)).toEqual(expected);
          const both = cells.flatMap(({ long, short }, i) =>
            long === null || short === null ? [] : dayNumber(DATES[i] as string),
          );
          const held = reader
            .holdings()
            .flatMap(({ series }) => series.filter(({ code }) => code === 'US10Y_US2Y'));
          expect(held).toEqual(
            both.length === 0
              ? []
              : [{ code: 'US10Y_US2Y', area: '', count: both.length, first: both[0], last: both.at(-1) }],
          );
          reader.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('follows new data, and as of an earlier day has the difference known on that day', () => {
    const dataDir = temporaryFolder();
    const on = (day: string, code: string, value: string) =>
      publish(
        dataDir,
        'yields',
        [{ code, date: '2024-01-02', value }],
        'file',
        `2026-11-${day}T12:00:00.000Z`,
      );
    on('10', 'US10Y', '4.00');
    const reader = readerOf(dataDir);
    const known = (asOf?: string) =>
      pagesOf(reader, ['US10Y_US2Y'], 5, WHOLE, asOf === undefined ? undefined : instantText(asOf));
    expect(known()).toEqual([]);
    expect(reader.holdings()[0]?.series.map(({ code }) => code)).toEqual(['US10Y']);
    on('12', 'US2Y', '4.25');
    on('14', 'US10Y', '4.30');
    expect(known()).toEqual(['2024-01-02 US10Y_US2Y 0.05']);
    expect(known('2026-11-13')).toEqual(['2024-01-02 US10Y_US2Y -0.25']);
    expect(known('2026-11-11')).toEqual([]);
    expect(reader.holdings()[0]).toMatchObject({ count: 2 });
    expect(reader.holdings()[0]?.series.at(-1)).toMatchObject({ code: 'US10Y_US2Y', count: 1 });
    reader.close();
  });
});

describe('the publisher’s whole history', () => {
  it('gives the known figures of its spreads', async ({ skip }) => {
    const folder = join(import.meta.dirname, '../../../shared/data/yields');
    skip(!existsSync(folder), 'the publishers’ files are not beside the project (../shared/data)');
    const dataDir = temporaryFolder();
    const names = readdirSync(folder).filter((name) => name.endsWith('.csv'));
    const files = names.map((name) => join(folder, name));
    await importFiles({ dataDir, files, now: () => new Date('2026-11-21T12:00:00Z') });
    const reader = readerOf(dataDir);
    const facts = (code: string) => {
      const [column] = reader.columns({ ...WHOLE, codes: [code] });
      if (!column) throw new Error(`There is no ${code}`);
      const rows = Array.from(column.days, (day, i) => ({
        date: dateText(day),
        points: Math.round(Number(column.values[i]) * 100),
      }));
      const below = rows.filter(({ points }) => points < 0);
      const by = rows.toSorted((a, b) => a.points - b.points);
      return {
        days: rows.length,
        below: below.length,
        flat: rows.filter(({ points }) => points === 0).length,
        inverted: [below[0]?.date, below.at(-1)?.date],
        least: by[0],
        most: by.at(-1),
      };
    };
    expect(facts('US10Y_US2Y')).toEqual({
      days: 8803,
      below: 1052,
      flat: 25,
      inverted: ['1990-03-08', '2024-09-05'],
      least: { date: '2023-07-03', points: -108 },
      most: { date: '2011-02-04', points: 291 },
    });
    expect(facts('US10Y_US3M')).toMatchObject({
      days: 8800,
      below: 1044,
      inverted: ['1998-09-10', '2025-03-07'],
      least: { date: '2023-05-04', points: -189 },
      most: { date: '1992-05-04', points: 387 },
    });
    reader.close();
  }, 120_000);
});
