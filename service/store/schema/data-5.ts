import type { Migration } from '../migrate.ts';

/**
 * Layout 5 of data.sqlite adds how far a substitute source (FRED) has rounded a value, and which replaced values were such roundings.
 * In earlier layouts only personal income from FRED was rounded: billions with one decimal, stored as millions that end in two zeros.
 */
export const data5: Migration = {
  name: 'roundings of a stand-in',
  sql: `
-- Half a unit of the last digit that a stand-in (FRED) gave; NULL where the value is the publisher's own text.
ALTER TABLE observation ADD COLUMN rounding TEXT;
-- 1: the value was a stand-in's rounding of the one that took its place, which is no revision.
ALTER TABLE revision ADD COLUMN was_rounding INTEGER NOT NULL DEFAULT 0;
ALTER TABLE revision ADD COLUMN rounding TEXT;
-- Values of a publisher's own that took the place of such roundings; they count as unchanged too.
ALTER TABLE run ADD COLUMN refined INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER keep_revision;
UPDATE observation SET rounding = '50'
  WHERE series_id IN (
      SELECT id FROM series WHERE dataset = 'personal_income_and_outlays' AND code = 'total_personal_income')
    AND run_id IN (SELECT id FROM run WHERE source = 'fred-csv')
    AND value LIKE '%00';

-- Not where only the rounding goes, because the publisher has said the same number.
CREATE TRIGGER keep_revision BEFORE UPDATE OF value ON observation BEGIN
  INSERT INTO revision(series_id, date, value, run_id, first_seen, superseded_at, superseded_by, row, rounding)
    SELECT OLD.series_id, OLD.date, OLD.value, OLD.run_id,
      (SELECT fetched_at FROM run WHERE id = OLD.run_id),
      (SELECT fetched_at FROM run WHERE id = NEW.run_id),
      NEW.run_id, OLD.row, OLD.rounding;
END;
`,
};
