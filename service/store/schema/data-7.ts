import type { Migration } from '../migrate.ts';

/**
 * Layout 7 of data.sqlite adds where a member of a list of constituents stands in its file, so that an explanation can name its line. It
 * is NULL for lists imported before: the order of the file was not kept.
 */
export const data7: Migration = {
  name: 'rows of members of lists',
  sql: `
ALTER TABLE constituent ADD COLUMN row INTEGER;
`,
};
