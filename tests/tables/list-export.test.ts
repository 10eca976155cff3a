import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListExport, PLAIN_CSV } from '../../service/contract/table-export.ts';
import { FORMAT_NAMES } from '../../service/contract/table-formats.ts';
import { openWriter } from '../../service/store/index.ts';
import { exportView } from '../../service/tables/index.ts';
import { dayOf, makeFolder } from './held-data.ts';

const held = makeFolder();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-lists-'));
  const writer = openWriter(held.dataDir);
  const publish = writer.begin({
    kind: 'sample',
    dataset: 'constituents',
    origin: 'sample',
    source: 'test',
    location: '',
    sha256: '',
    fetchedAt: '2026-11-21T00:00:00Z',
  });
  publish.constituents('IVV', dayOf('2024-12-05'), [
    { ticker: '=A', name: 'Old, "A" Inc.', sector: '', weight: '100.0' },
  ]);
  publish.constituents('IVV', dayOf('2024-12-06'), [
    { ticker: 'A', name: 'A', sector: 'Energy', weight: '60.10' },
    { ticker: 'B', name: 'B', sector: '', weight: '' },
  ]);
  publish.constituents('OWN', dayOf('2024-12-06'), [{ ticker: 'A', name: 'A', sector: '', weight: '1' }]);
  publish.commit();
  writer.close();
});
afterAll(() => {
  held.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (over: Partial<ListExport> = {}) =>
  exportView(
    {
      asked: {
        code: 'IVV',
        date: '2024-12-06',
        format: 'csv',
        csv: PLAIN_CSV,
        zipped: false,
        base_url: 'http://127.0.0.1:4780',
        ...over,
      },
      dataDir: held.dataDir,
      folder,
      now: new Date('2026-11-21T06:42:16Z'),
    },
    new AbortController().signal,
  );
const read = (file: string) => readFileSync(path.join(folder, file));
const TERMS = /^Terms: Copyright of the issuer, BlackRock/;

test('the list of a day is written with its receipt, and with its provenance and the issuer’s terms beside it', async () => {
  const { receipt, file, sidecar } = await write();
  expect(file).toBe('constituents_sample_IVV_on_2024-12-06.csv');
  expect(read(file).toString()).toBe(
    'series,as_of,ticker,name,sector,weight\nIVV,2024-12-06,A,A,Energy,60.10\nIVV,2024-12-06,B,B,,\n',
  );
  expect(receipt).toMatchObject({ rows: 2, series: 1, first: '2024-12-06', last: '2024-12-06' });
  const told = JSON.parse(read(sidecar ?? '').toString());
  expect(told).toMatchObject({
    is_sample: true,
    range: { from: '2024-12-06', to: '2024-12-06' },
    lines: [
      {
        id: 'constituents.IVV',
        origin: 'sample',
        notes: expect.arrayContaining([expect.stringMatching(TERMS)]),
      },
    ],
    requests: ['http://127.0.0.1:4780/constituents/series=IVV?date=2024-12-06&format=csv'],
    receipt,
  });
});

test('an earlier day gives its own list; a CSV has the chosen dialect; a person’s own list has the general terms', async () => {
  const csv = { ...PLAIN_CSV, separator: ';', decimal: ',', for_excel: true, guarded: true } as const;
  const { file } = await write({ date: '2024-12-05', csv });
  expect(read(file).toString()).toBe(
    '\uFEFFseries;as_of;ticker;name;sector;weight\r\nIVV;2024-12-05; =A;"Old, ""A"" Inc.";;100,0\r\n',
  );
  const { sidecar } = await write({ code: 'OWN' });
  expect(JSON.parse(read(sidecar ?? '').toString()).lines[0].notes[0]).toMatch(
    /fund holdings: their issuers/,
  );
});

test.each(FORMAT_NAMES)('%s is complete, and contains the terms', async (format) => {
  const { receipt, file, sidecar } = await write({ format, zipped: format === 'csv' });
  expect([receipt.rows, receipt.complete, sidecar]).toEqual([2, true, null]);
  expect(file).toBe(`constituents_sample_IVV_on_2024-12-06.${format === 'csv' ? 'zip' : format}`);
  if (format === 'json') {
    const { series, list_date, records } = JSON.parse(read(file).toString());
    expect([series[0].terms, list_date]).toEqual([expect.stringContaining('BlackRock'), '2024-12-06']);
    expect(records[0]).toMatchObject({ ticker: 'A', weight: '60.10' });
  }
  if (format === 'parquet') expect(read(file).includes('BlackRock')).toBe(true);
});

test('a list that is not stored is refused', async () => {
  await expect(write({ date: '2024-12-04' })).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: 'There is no list of IVV from 2024-12-04 or earlier.',
  });
  await expect(write({ code: 'QQQ' })).rejects.toThrow('no list of QQQ');
  await expect(write({ date: 'soon' })).rejects.toThrow('no list of IVV from soon');
});
