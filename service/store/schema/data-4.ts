import type { Migration } from '../migrate.ts';

/** Layout 4 of data.sqlite adds completely fetched blocks of a dataset's history, the rows behind a sum, and members that left a list. */
export const data4: Migration = {
  name: 'whole blocks, summed rows, members that left',
  sql: `
-- Blocks of a history that the publisher itself gave whole. What is not here is asked for again, whatever days are held.
CREATE TABLE whole_block(
  dataset TEXT NOT NULL,
  block TEXT NOT NULL,
  PRIMARY KEY (dataset, block)
) STRICT, WITHOUT ROWID;

-- Where values are the sum of several rows of their file: all of them, by the first, which stands in observation.row.
CREATE TABLE summed_rows(
  run_id INTEGER NOT NULL,
  series_id INTEGER NOT NULL,
  row INTEGER NOT NULL,
  all_rows TEXT NOT NULL,
  PRIMARY KEY (run_id, series_id, row)
) STRICT, WITHOUT ROWID;

-- Members of a list of constituents that its new version does not have; they count as revised too.
ALTER TABLE run ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
`,
};
