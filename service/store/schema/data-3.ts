import type { Migration } from '../migrate.ts';

/** Layout 3 of data.sqlite removes the table of days as text: the code that builds pages now formats dates. */
export const data3: Migration = {
  name: 'no table of days',
  sql: 'DROP TABLE day;',
};
