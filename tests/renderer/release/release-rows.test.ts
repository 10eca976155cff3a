import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ReleaseRow,
  releaseCsv,
  releaseFileName,
  releaseRows,
  releaseTsv,
} from '../../../renderer/release/release-rows.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { type Dataset, type DatasetId, findDataset } from '../../../service/datasets/index.ts';
import { matrixOfCsv } from '../../../service/series-math/matrix.ts';

const datasetOf = (id: DatasetId): Dataset => findDataset(id);
const rowOf = (id: DatasetId, code: string, csv: string, date: string): ReleaseRow | undefined =>
  releaseRows(datasetOf(id), matrixOfCsv(csv), dayNumber(date) as number).find(
    ({ series }) => series.code === code,
  );

test('a daily series is compared with the newest day on or before a day, week, month and year earlier', () => {
  const csv = [
    'date,US10Y,US2Y',
    '2024-03-07,4.09,4.50',
    '2025-02-06,4.43,4.21',
    '2025-02-07,4.49,4.29',
    '2025-02-28,4.24,3.99',
    '2025-03-06,4.29,3.96',
    '2025-03-07,4.32,3.99',
  ].join('\n');
  const row = rowOf('yields', 'US10Y', csv, '2025-03-09');
  expect(row).toMatchObject({ date: '2025-03-07', value: '4.32' });
  expect(row?.compared).toEqual([
    { date: '2025-03-06', value: '4.29', change: '0.03', percent: undefined },
    { date: '2025-02-28', value: '4.24', change: '0.08', percent: undefined },
    { date: '2025-02-07', value: '4.49', change: '-0.17', percent: undefined },
    { date: '2024-03-07', value: '4.09', change: '0.23', percent: undefined },
  ]);
});

test('an observation more than a week older does not stand for a missing one', () => {
  const csv = 'date,US10Y\n2026-09-30,5.00\n2026-10-08,5.22\n2026-10-09,5.24';
  const [day, week, month, year] = rowOf('yields', 'US10Y', csv, '2026-10-09')?.compared ?? [];
  expect([day?.change, week?.date]).toEqual(['0.02', '2026-09-30']);
  expect([month, year]).toEqual([undefined, undefined]);
});

test('a weekly series is compared with 1, 4 and 52 weeks before, a monthly one with 1, 3 and 12 months before', () => {
  const weekly =
    'date,initial_claims_sa\n2024-03-09,210000\n2025-02-08,214000\n2025-03-01,222000\n2025-03-08,220000';
  const code = datasetOf('ui_weekly_claims').series[0]?.code ?? '';
  expect(
    rowOf('ui_weekly_claims', code, weekly.replace('initial_claims_sa', code), '2025-03-08')?.compared,
  ).toEqual([
    { date: '2025-03-01', value: '222000', change: '-2000', percent: '-0.9' },
    { date: '2025-02-08', value: '214000', change: '6000', percent: '2.8' },
    { date: '2024-03-09', value: '210000', change: '10000', percent: '4.8' },
  ]);
  const level = datasetOf('jolts').series.find(({ unitShort }) => unitShort !== '%')?.code ?? '';
  const monthly = `date,${level}\n2023-12-01,8800\n2024-09-01,7100\n2024-11-01,8156\n2024-12-01,7508`;
  expect(rowOf('jolts', level, monthly, '2025-01-15')?.compared.map((one) => one?.change)).toEqual([
    '-648',
    '408',
    '-1292',
  ]);
});

test('a change and the earlier value add up to the newest value, to the digit', () => {
  const value = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 0, max: 3 }))
    .map(([whole, places]) => (places === 0 ? `${whole}` : `${whole}.${'5'.repeat(places)}`));
  fc.assert(
    fc.property(value, value, (before, after) => {
      const csv = `date,total_public_debt_outstanding\n2025-03-06,${before}\n2025-03-07,${after}`;
      const day = rowOf('us_debt', 'total_public_debt_outstanding', csv, '2025-03-07')?.compared[0];
      expect(scaled(before) + scaled(day?.change ?? '')).toBe(scaled(after));
    }),
  );
});

const scaled = (text: string): bigint => {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + decimals.padEnd(3, '0'));
  return text.startsWith('-') ? -size : size;
};

describe('what is taken away', () => {
  const dataset = datasetOf('us_debt');
  const csv = 'date,total_public_debt_outstanding\n2025-03-06,36104343213.10\n2025-03-07,36104343213.05';
  const content = {
    dataset,
    rows: releaseRows(dataset, matrixOfCsv(csv), dayNumber('2025-03-07') as number),
    date: '2025-03-07',
    state: '',
    isSample: true,
  };

  test('the copied table has values and changes digit for digit, and empty cells', () => {
    const [head, ...lines] = releaseTsv(content).split('\n');
    expect(head).toContain('Sample data');
    const debt = lines.find((line) => line.includes('36104343213.05'));
    expect(debt?.split('\t').slice(2)).toEqual([
      '2025-03-07',
      '36104343213.05',
      ...['36104343213.10', '-0.05'],
      ...['', '', '', '', '', ''],
    ]);
    expect(new Set(lines.map((line) => line.split('\t').length))).toEqual(
      new Set([head?.split('\t').length]),
    );
  });

  test('the CSV has a row for each series and comparison', () => {
    const lines = releaseCsv(content).trimEnd().split('\n');
    expect(lines).toHaveLength(1 + dataset.series.length * 4);
    expect(lines).toContain(
      'us_debt,total_public_debt_outstanding,,US dollars,2025-03-07,36104343213.05,Day before,2025-03-06,36104343213.10,-0.05,0.0',
    );
    expect(releaseFileName(content)).toBe('us_debt_2025-03-07_sample.csv');
  });
});
