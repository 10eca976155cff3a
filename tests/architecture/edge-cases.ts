/** Made-up trees that break the rules of `edges.ts`, and ones beside them that keep them. */
export const EDGE_CASES = {
  roomsImportAsTheTableSays: [
    {
      broken: { 'service/store/a.ts': `import { x } from '../http/index.ts';` },
      says: /service\/store → service\/http is not in the table of edges/,
      kept: {
        'service/http/a.ts': `import { x } from '../store/index.ts'; import { d } from '../calendar/dates.ts';`,
        'service/compose.ts': `import { x } from './http/index.ts';`,
        'tests/http/a.ts': `import { x } from '../../service/store/a.ts';`,
      },
    },
    {
      broken: { 'service/contract/a.ts': `import { x } from '../calendar/dates.ts';` },
      says: /service\/contract → service\/calendar is not in the table/,
      kept: { 'service/calendar/a.ts': `import { x } from '../contract/values.ts';` },
    },
    {
      broken: { 'service/parlour/a.ts': 'export const a = 1;' },
      says: /service\/parlour is not in the table/,
      kept: { 'service/a.ts': 'export const a = 1;' },
    },
  ],
  onlyStoreAndKeysHoldSql: [
    {
      broken: { 'service/http/a.ts': 'db.prepare(`SELECT value FROM observation WHERE day = ?`);' },
      says: /holds SQL/,
      kept: {
        'service/store/a.ts': `db.prepare('DELETE FROM run');`,
        'service/http/a.ts': `say('Select a file from the list.');`,
      },
    },
    { broken: { 'electron/a.ts': `db.exec('PRAGMA user_version');` }, says: /holds SQL/, kept: {} },
  ],
};
