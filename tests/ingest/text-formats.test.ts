import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFiles } from '../../service/ingest/index.ts';
import { openReader } from '../../service/store/index.ts';
import { BLS_MONTHS, blsFlatFile, blsJson, h41, NIPA, stateClaims } from '../sources/text-fixtures.ts';
import { encoded } from '../store/encoded.ts';

const JOLTS = { JTS000000000000000JOL: BLS_MONTHS };
/** A file of each format, its observations, and a change of one value with what the store must then answer. */
const FILES = [
  {
    name: 'claims.csv',
    text: stateClaims('iso'),
    rows: 90,
    from: ',1058221,',
    to: ',1058222,',
    value: '1058326',
  },
  { name: 'bls.json', text: blsJson(JOLTS), rows: 5, from: '"6846"', to: '"6847.50"', value: '6847.50' },
  { name: 'jt.data', text: blsFlatFile(JOLTS), rows: 5, from: '6846', to: '6848', value: '6848' },
  { name: 'NipaDataM.txt', text: NIPA, rows: 5, from: '26,999,687', to: '26,999,688', value: '26999688' },
  { name: 'h41.csv', text: h41(), rows: 18, from: ',947317,', to: ',947318,', value: '947318' },
];

test.each(FILES)(
  '$name: a second import changes nothing, a newer file revises what it changes, a bad one changes nothing',
  async (file) => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-text-'));
    const dataDir = join(folder, 'data');
    const store = async (text: string) => {
      writeFileSync(join(folder, file.name), text);
      const [imported] = await importFiles({
        dataDir,
        files: [join(folder, file.name)],
        now: () => new Date('2026-11-21T12:00:00Z'),
      });
      return imported?.runs[0];
    };
    try {
      expect(await store(file.text)).toMatchObject({ added: file.rows, revised: 0, unchanged: 0 });
      expect(await store(file.text)).toMatchObject({ added: 0, revised: 0, unchanged: file.rows });
      const newer = file.text.replace(file.from, file.to);
      const run = await store(newer);
      expect(run).toMatchObject({ added: 0, revised: 1, unchanged: file.rows - 1 });
      await expect(store(newer.replace(file.to, file.to.replace(/\d(?=\D*$)/, 'x')))).rejects.toThrow(/x/);
      const reader = openReader(dataDir);
      const [holding] = reader.holdings();
      const codes = [...new Set(holding?.series.map(({ code }) => code))];
      const selection = { dataset: run?.dataset ?? '', codes, from: 0, to: 30_000 };
      const { body, count } = encoded(reader.observations(selection, { limit: 100 }), 'csv');
      reader.close();
      expect(count).toBe(file.rows);
      expect(
        body
          .toString()
          .split('\n')
          .filter((line) => line.endsWith(`,${file.value}`)),
      ).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
