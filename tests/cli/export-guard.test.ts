import { expect, onTestFinished, test } from 'vitest';
import { openWriter } from '../../service/store/index.ts';
import { CREATED, dayOf, makeFolder } from '../tables/held-data.ts';
import { almanac } from './almanac.ts';

const HEADER = 'series,as_of,ticker,name,sector,weight';

/** A list whose texts a spreadsheet would run. */
function folder(): string {
  const { dataDir, close } = makeFolder();
  onTestFinished(close);
  const writer = openWriter(dataDir);
  const run = { kind: 'import', dataset: 'constituents', origin: 'file', source: 'test' } as const;
  const open = writer.begin({ ...run, location: '', sha256: '', fetchedAt: CREATED.toISOString() });
  open.constituents('IDX', dayOf('2024-03-28'), [
    { ticker: '=1+1', name: '@SUM(A1),"x"', sector: '-a', weight: '3.50' },
    { ticker: '-0.5', name: 'Plain, Inc.', sector: '', weight: '0.25' },
  ]);
  open.commit();
  writer.close();
  return dataDir;
}

test('plain CSV holds the very texts; --guard-formulas puts a space before those that a spreadsheet would run', async () => {
  const dataDir = folder();
  const run = (...words: string[]) =>
    almanac('export', 'constituents', '--series', 'IDX', ...words, '--data-dir', dataDir);
  const lines = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;
  const plain = 'IDX,2024-03-28,-0.5,"Plain, Inc.",,0.25';
  expect((await run()).out).toBe(lines('IDX,2024-03-28,=1+1,"@SUM(A1),""x""",-a,3.50', plain));
  const guarded = await run('--guard-formulas');
  expect(guarded.out).toBe(lines('IDX,2024-03-28, =1+1," @SUM(A1),""x""", -a,3.50', plain));
  expect(guarded.err).toContain('complete, 2 rows');
  const { status, err } = await run('--guard-formulas', '--format', 'json');
  expect([status, err]).toEqual([
    2,
    expect.stringMatching(/^almanac: --guard-formulas goes with CSV[^\n]*\n$/),
  ]);
});
