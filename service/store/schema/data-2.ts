import type { Migration } from '../migrate.ts';

/**
 * Layout 2 of data.sqlite adds the row of a value in its file, the end time of a run, and the fetched files with their validators.
 * `row` is NULL for files imported with layout 1, which did not store it.
 */
export const data2: Migration = {
  name: 'rows of files, ends of runs, fetches',
  sql: `
ALTER TABLE observation ADD COLUMN row INTEGER;
ALTER TABLE revision ADD COLUMN row INTEGER;
ALTER TABLE constituent_list ADD COLUMN row INTEGER;

DROP TRIGGER keep_revision;
CREATE TRIGGER keep_revision BEFORE UPDATE ON observation BEGIN
  INSERT INTO revision(series_id, date, value, run_id, first_seen, superseded_at, superseded_by, row)
    SELECT OLD.series_id, OLD.date, OLD.value, OLD.run_id,
      (SELECT fetched_at FROM run WHERE id = OLD.run_id),
      (SELECT fetched_at FROM run WHERE id = NEW.run_id),
      NEW.run_id, OLD.row;
END;

-- Revisions newest first: by run, then newest day first, then series.
CREATE INDEX revision_by_run ON revision(superseded_by, date, series_id DESC);

-- rows, first, last: of all that the run brought, unchanged ones too. NULL in runs of layout 1.
ALTER TABLE run ADD COLUMN finished_at TEXT;
ALTER TABLE run ADD COLUMN rows INTEGER;
ALTER TABLE run ADD COLUMN first INTEGER;
ALTER TABLE run ADD COLUMN last INTEGER;

-- The last time that an address of a publisher was asked, and the validators of the bytes that it last gave.
CREATE TABLE fetch(
  url TEXT PRIMARY KEY,
  dataset TEXT NOT NULL,
  source TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  outcome TEXT NOT NULL,
  message TEXT NOT NULL,
  fetched_at TEXT,
  etag TEXT,
  last_modified TEXT,
  http_date TEXT,
  sha256 TEXT
) STRICT, WITHOUT ROWID;
`,
};
