import { join } from 'node:path';
import { DATA_FILE } from '../contract/names.ts';
import type { DatabaseOptions } from './migrate.ts';
import { data1 } from './schema/data-1.ts';
import { data2 } from './schema/data-2.ts';
import { data3 } from './schema/data-3.ts';
import { data4 } from './schema/data-4.ts';
import { data5 } from './schema/data-5.ts';
import { data6 } from './schema/data-6.ts';
import { data7 } from './schema/data-7.ts';
import { data8 } from './schema/data-8.ts';

/** Options for opening data.sqlite. The application id is 'ALMD' in ASCII. */
export const DATA_OPTIONS: DatabaseOptions = {
  migrations: [data1, data2, data3, data4, data5, data6, data7, data8],
  applicationId: 0x414c4d44,
  synchronous: 'FULL',
  waitMs: 10_000,
};

/** @returns the path of data.sqlite in a data folder. */
export function dataFile(dataDir: string): string {
  return join(dataDir, DATA_FILE);
}
