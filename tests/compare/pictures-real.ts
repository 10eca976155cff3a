import { existsSync } from 'node:fs';
import path from 'node:path';
import { importFiles } from '../../service/ingest/index.ts';
import { DATA_DIR } from './pictures-host.ts';

/** Publishers' real files, which lie beside the repository where they are. */
const FILES = path.resolve(import.meta.dirname, '../../../shared/data');
const FIRST = [
  'fred/fredgraph_2025_JTSJOL.csv',
  'yields/par-yield-curve-rates-1990-2023.csv',
  'yields/cassiano_daily-treasury-rates-2024.csv',
  'yields/cassiano_daily-treasury-rates-2025.csv',
  'ui_weekly_claims/dol_r539cy_us_trim_2026-09-28.xml',
  'ui_state_weekly_claims/RECONSTRUCTED_ar539_2025_layout_mdy.csv',
  'us_debt/DebtPenny_20200307_20250306.csv',
  'h41/ddp_h41_t5_lastobs5_2026-09-23.csv',
  'bea/NipaDataM_excerpt_2026-08-26.txt',
  'us_exports/census_country_2023.xlsx',
  'constituents/sp500_constituents_2026-08-08.csv',
];
/** Has 15 openings that the first file lacks, and other values for 52. */
const NEXT = 'jolts/bls_v1_JTSJOL_2019_2026_excerpt.json';

export const hasRealFiles = existsSync(path.join(FILES, NEXT));

/** Fills the data folder before the app starts, as of two days before its clock. */
export const importFirst = (): Promise<void> => importAt(FIRST, '2026-11-18T08:00:00.000Z');

/** Imports the newer openings while the app runs, half a minute after its clock. */
export const importNext = (): Promise<void> => importAt([NEXT], '2026-11-20T15:00:30.000Z');

async function importAt(names: readonly string[], at: string): Promise<void> {
  await importFiles({
    dataDir: DATA_DIR,
    files: names.map((name) => {
      const [listDate] = /\d{4}-\d\d-\d\d/.exec(path.basename(name)) ?? [];
      const isList = listDate !== undefined && name.startsWith('constituents');
      return { path: path.join(FILES, name), ...(isList && { listDate }) };
    }),
    now: () => new Date(at),
    allowJumps: true,
  });
}
