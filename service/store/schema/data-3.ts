import type { Migration } from '../migrate.ts';

/** Layout 3 of data.sqlite: dates are written out where pages are put together; the table of days as text goes. */
export const data3: Migration = {
  name: 'no table of days',
  sql: 'DROP TABLE day;',
};
