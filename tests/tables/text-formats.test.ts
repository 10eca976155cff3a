import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { PLAIN_CSV } from '../../service/contract/table-export.ts';
import { FORMAT_NAMES, type TableFormat } from '../../service/contract/table-formats.ts';
import { STATES } from '../../service/datasets/states.ts';
import { openWriter } from '../../service/store/index.ts';
import {
  type ExportContext,
  exportFileName,
  exportToFile,
  exportToStream,
} from '../../service/tables/index.ts';
import { published } from '../../service/tables/published.ts';
import { exportBytes } from '../../service/tables/write-export.ts';
import { contextOf, DEBT, datasetOf, dayOf, hold, makeFolder, type Observed } from './held-data.ts';

let folder: ReturnType<typeof makeFolder>;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => folder.close());

async function exported(context: ExportContext, format: TableFormat): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of exportBytes(published(context), format, {
    csv: { ...PLAIN_CSV, guarded: context.isGuarded ?? false },
  }))
    chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

describe('CSV', () => {
  test('is the expected text, to the byte', async () => {
    hold(folder.dataDir, 'us_debt', DEBT);
    expect(await exported(contextOf(folder.reader(), 'us_debt'), 'csv')).toBe(
      [
        'date,series,value',
        '2024-01-02,debt_held_by_public,27000000000000.10',
        '2024-01-02,intragovernmental_holdings,7000000000000.00',
        '2024-01-02,total_public_debt_outstanding,34000000000000.10',
        '2024-01-03,debt_held_by_public,27000000000001.00',
        '2024-01-03,total_public_debt_outstanding,38967833861543.11',
        '2024-01-04,intragovernmental_holdings,-7000000000000.5',
        '',
      ].join('\n'),
    );
  });

  test('keeps to the requested order, dates and states', async () => {
    hold(folder.dataDir, 'ui_state_weekly_claims', [
      ['2024-01-06', 'initial_claims', '10', 'NY'],
      ['2024-01-06', 'initial_claims', '11', 'CA'],
      ['2024-01-06', 'continued_claims', '12', 'CA'],
      ['2024-01-13', 'initial_claims', '13', 'TX'],
      ['2024-01-20', 'initial_claims', '14', 'CA'],
    ]);
    const selection = {
      codes: ['continued_claims', 'initial_claims'],
      areas: ['CA', 'NY'],
      from: dayOf('2024-01-06'),
      to: dayOf('2024-01-19'),
    };
    expect(await exported(contextOf(folder.reader(), 'ui_state_weekly_claims', selection), 'csv')).toBe(
      'date,series,state,value\n2024-01-06,continued_claims,CA,12\n2024-01-06,initial_claims,CA,11\n2024-01-06,initial_claims,NY,10\n',
    );
  });

  test('is only the header if there are no rows', async () => {
    hold(folder.dataDir, 'us_debt', DEBT);
    const none = contextOf(folder.reader(), 'us_debt', {
      from: dayOf('1950-01-01'),
      to: dayOf('1950-12-31'),
    });
    expect(await exported(none, 'csv')).toBe('date,series,value\n');
    expect(await exported(contextOf(folder.reader(), 'jolts'), 'csv')).toBe('date,series,value\n');
  });

  test("quotes constituents' texts where necessary", async () => {
    const writer = openWriter(folder.dataDir);
    const publish = writer.begin({
      kind: 'import',
      dataset: 'constituents',
      origin: 'file',
      source: 'test',
      location: '',
      sha256: '',
      fetchedAt: '2026-11-21T00:00:00Z',
    });
    publish.constituents('TESTIDX', dayOf('2024-03-28'), [
      { ticker: 'A', name: 'Company, "A" Inc.', sector: 'Industrials', weight: '8.50' },
      { ticker: 'B', name: 'B', sector: '', weight: '' },
    ]);
    publish.commit();
    writer.close();
    const context = contextOf(folder.reader(), 'constituents', { codes: ['TESTIDX'] });
    expect(await exported(context, 'csv')).toBe(
      'series,as_of,ticker,name,sector,weight\nTESTIDX,2024-03-28,A,"Company, ""A"" Inc.",Industrials,8.50\nTESTIDX,2024-03-28,B,B,,\n',
    );
    const file = path.join(folder.dataDir, 'c.csv');
    const receipt = await exportToFile(context, 'csv', file);
    expect([receipt.rows, receipt.first, receipt.last]).toEqual([2, '2024-03-28', '2024-03-28']);
  });
});

describe('JSON', () => {
  test('describes the data and holds them as text', async () => {
    hold(folder.dataDir, 'us_debt', DEBT, 'sample');
    const context = contextOf(folder.reader(), 'us_debt', {
      codes: ['debt_held_by_public'],
      from: dayOf('2024-01-01'),
    });
    const whole = await exported(context, 'json');
    const read = JSON.parse(whole);
    expect(read).toMatchObject({
      dataset: 'us_debt',
      origin: 'sample',
      date_from: '2024-01-01',
      date_to: null,
      source: datasetOf('us_debt').source,
      licence: datasetOf('us_debt').licence,
    });
    expect(read.series).toHaveLength(1);
    expect(read.series[0]).toMatchObject({
      code: 'debt_held_by_public',
      unit: expect.any(String),
      multiplier: 0,
    });
    expect(read.records).toEqual([
      { date: '2024-01-02', series: 'debt_held_by_public', value: '27000000000000.10' },
      { date: '2024-01-03', series: 'debt_held_by_public', value: '27000000000001.00' },
    ]);
    expect(await exported(context, 'json')).toBe(whole);
  });

  test('is an object without records if there are no rows', async () => {
    hold(folder.dataDir, 'us_debt', DEBT);
    const read = JSON.parse(await exported(contextOf(folder.reader(), 'jolts'), 'json'));
    expect(read.records).toEqual([]);
    expect(read.origin).toBeNull();
  });
});

describe('an export', () => {
  test('holds every row of any selection, in order, over any number of chunks', async () => {
    const states = Object.keys(STATES);
    const codes = ['initial_claims', 'continued_claims'];
    const rows: Observed[] = [];
    for (let week = 0; week < 120; week++) {
      const date = new Date(Date.UTC(2022, 0, 1 + 7 * week)).toISOString().slice(0, 10);
      for (const state of states) {
        for (const code of codes)
          if ((week + state.charCodeAt(0)) % 7)
            rows.push([date, code, `${week}.${state.charCodeAt(1)}0`, state]);
      }
    }
    hold(folder.dataDir, 'ui_state_weekly_claims', rows);
    expect(rows.length).toBeGreaterThan(10_000);
    const reader = folder.reader();
    const dates = [...new Set(rows.map(([date]) => date))];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(codes, { minLength: 1 }),
        fc.option(fc.subarray(states, { minLength: 1 }), { nil: undefined }),
        fc.constantFrom(...dates),
        fc.option(fc.constantFrom(...dates), { nil: undefined }),
        async (asked, areas, from, to) => {
          const context = contextOf(reader, 'ui_state_weekly_claims', {
            codes: asked,
            areas,
            from: dayOf(from),
            to: to === undefined ? undefined : dayOf(to),
          });
          const wanted = rows
            .filter(
              ([date, code, , state = '']) =>
                date >= from &&
                (!to || date <= to) &&
                asked.includes(code) &&
                (!areas || areas.includes(state)),
            )
            .sort(
              (a, b) =>
                compare(a[0], b[0]) ||
                asked.indexOf(a[1]) - asked.indexOf(b[1]) ||
                compare(a[3] ?? '', b[3] ?? ''),
            );
          const lines = wanted.map(([date, code, value, state]) => `${date},${code},${state},${value}\n`);
          expect(await exported(context, 'csv')).toBe(`date,series,state,value\n${lines.join('')}`);
          expect(JSON.parse(await exported(context, 'json')).records).toEqual(
            wanted.map(([date, series, value, state]) => ({ date, series, state, value })),
          );
        },
      ),
      { numRuns: 12 },
    );
  });

  test('has a correct receipt, in a file and in a stream', async () => {
    hold(folder.dataDir, 'us_debt', DEBT);
    const context = contextOf(folder.reader(), 'us_debt');
    const file = path.join(folder.dataDir, 'debt.csv');
    const receipt = await exportToFile(context, 'csv', file);
    const bytes = readFileSync(file);
    expect(receipt).toEqual({
      name: 'debt.csv',
      format: 'csv',
      rows: 6,
      observations: 6,
      series: 3,
      first: '2024-01-02',
      last: '2024-01-04',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      complete: true,
    });
    const stream = new PassThrough();
    const read = text(stream);
    const streamed = await exportToStream(context, 'csv', stream, new AbortController().signal);
    stream.end();
    expect(await read).toBe(bytes.toString('utf8'));
    expect(streamed).toEqual({ ...receipt, name: '' });
  });

  test('starts again when data are published meanwhile, and never mixes two states', async () => {
    hold(folder.dataDir, 'us_debt', DEBT);
    const reader = folder.reader();
    const context = contextOf(reader, 'us_debt');
    let published = '';
    let next = '1.00';
    const disturbed = {
      ...context,
      reader: {
        ...reader,
        observations(...asked: Parameters<typeof reader.observations>) {
          const page = reader.observations(...asked);
          if (published !== next) {
            published = next;
            hold(folder.dataDir, 'us_debt', [['2024-01-02', 'debt_held_by_public', next]]);
          }
          return page;
        },
      },
    };
    const file = path.join(folder.dataDir, 'debt.csv');
    await exportToFile(disturbed, 'csv', file);
    expect(readFileSync(file, 'utf8')).toContain('2024-01-02,debt_held_by_public,1.00\n');
    next = '2.00';
    const stream = new PassThrough();
    stream.resume();
    await expect(exportToStream(disturbed, 'csv', stream, new AbortController().signal)).rejects.toThrow(
      'The data changed while they were exported',
    );
  });

  test("has a name with dataset, dates and 'sample' for sample data", () => {
    hold(folder.dataDir, 'us_debt', DEBT, 'sample');
    const reader = folder.reader();
    expect(exportFileName(contextOf(reader, 'us_debt'), 'csv')).toBe('us_debt-sample.csv');
    expect(exportFileName(contextOf(reader, 'jolts', { from: dayOf('2020-01-01') }), 'xlsx')).toBe(
      'jolts-from-2020-01-01.xlsx',
    );
  });
});

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

test.each(FORMAT_NAMES)(
  'the receipt of an export in several pieces has its first and its last day, as %s',
  async (format) => {
    const codes = ['US10Y', 'US2Y'];
    const days = Array.from({ length: 6000 }, (_, day) => dateText(day));
    hold(
      folder.dataDir,
      'yields',
      codes.flatMap((code) => days.map((date): Observed => [date, code, '4.5'])),
    );
    const file = path.join(folder.dataDir, `out.${format}`);
    const receipt = await exportToFile(contextOf(folder.reader(), 'yields', { codes }), format, file);
    expect(receipt).toMatchObject({ rows: 12_000, first: '1970-01-01', last: '1986-06-05' });
    expect(receipt.bytes).toBe(readFileSync(file).length);
  },
);
