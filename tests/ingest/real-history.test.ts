import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { makeSample } from '../../service/ingest/sample/index.ts';
import { HAS_REAL_FILES, REAL_FILES } from '../sources/read-text.ts';
import { makeFolder, NOW } from './folder.ts';

// All files of publishers are read, in the soak three times.
vi.setConfig({ testTimeout: 240_000 });

describe('real history', () => {
  // Without copies that a library made, and without one page of many, which is refused.
  const NOT_OURS = /astoria|fiscaldata_debt_full_fields/;
  const files = HAS_REAL_FILES
    ? readdirSync(REAL_FILES, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .flatMap(({ name }) => readdirSync(new URL(`${name}/`, REAL_FILES)).map((file) => `${name}/${file}`))
        .filter((file) => !NOT_OURS.test(file))
        .sort()
    : [];
  const middle = Math.floor(files.length / 2);
  const others: [string, string[]][] = [
    ['in the other order', files.toReversed()],
    ['from the middle on', [...files.slice(middle), ...files.slice(0, middle)]],
  ];
  const orders: [string, string[]][] = [
    ['in the order of their names', files],
    ...(process.env.ALMANAC_SOAK ? others : []),
  ];
  test.for(orders)(
    'all files of the publishers pass, %s, and after sample data',
    async ([, order], { skip }) => {
      skip(!HAS_REAL_FILES, 'the publishers’ files are not beside the project (../shared/data)');
      const folder = makeFolder();
      await makeSample({ dataDir: folder.dataDir, now: () => NOW });
      // An older file may lack what a newer one had, and reconstructions have few weeks.
      const imported = await folder.import(
        order.map((name) => fileURLToPath(new URL(name, REAL_FILES))),
        { allowShrink: true },
      );
      expect(imported).toHaveLength(files.length);
    },
  );
});
