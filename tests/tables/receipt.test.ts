import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../service/contract/table-formats.ts';
import { type Dataset, findDataset } from '../../service/datasets/index.ts';
import { openReader } from '../../service/store/index.ts';
import { exportToFile } from '../../service/tables/index.ts';
import { makeFolder, publishRows, runOf } from '../store/folder.ts';

test.each(FORMAT_NAMES)(
  'the receipt of an export in several pieces tells its first and its last day, as %s',
  async (format) => {
    using folder = makeFolder();
    const rows = Array.from({ length: 6000 }, (_, day) => ({ code: 'US2Y', area: '', day, value: '4.5' }));
    publishRows(folder.path, runOf('yields'), [...rows, ...rows.map((row) => ({ ...row, code: 'US10Y' }))]);
    const reader = openReader(folder.path);
    try {
      const selection = { dataset: findDataset('yields') as Dataset, codes: ['US10Y', 'US2Y'] };
      const context = { reader, selection, origin: undefined, created: new Date(0), version: '0' };
      const file = path.join(folder.path, `out.${format}`);
      const receipt = await exportToFile(context, format, file);
      expect(receipt).toMatchObject({ rows: 12_000, first: '1970-01-01', last: '1986-06-05' });
      expect(receipt.bytes).toBe(readFileSync(file).length);
    } finally {
      reader.close();
    }
  },
);
