import type { DatabaseOptions } from './migrate.ts';
import { work1 } from './schema/work-1.ts';
import { work2 } from './schema/work-2.ts';

/**
 * Options for opening work.sqlite, which holds what a person has made and no publisher has: it is in every back-up. FULL: what was
 * confirmed on the screen survives a power cut. The application id is 'ALMW' in ASCII.
 */
export const WORK_OPTIONS: DatabaseOptions = {
  migrations: [work1, work2],
  applicationId: 0x414c4d57,
  synchronous: 'FULL',
  waitMs: 5000,
};
