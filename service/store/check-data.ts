import type { Database } from 'better-sqlite3';

/**
 * Each query returns rows only if the data are inconsistent; `what` is the message. The counts of series, stretches and lists are
 * stored in other pages than the rows, so they show when a damaged page hides rows. That also works in a copy that SQLite made of a
 * damaged file: such a copy is a sound database that lacks the hidden rows.
 */
const RULES: readonly { what: string; sql: string }[] = [
  {
    what: 'the rows of a series are not those that are counted',
    sql: `SELECT id, count, first, last FROM series WHERE count > 0
      EXCEPT SELECT series_id, count(*), min(date), max(date) FROM observation GROUP BY series_id`,
  },
  {
    what: 'there are rows of a series that is not there',
    sql: `SELECT series_id FROM observation GROUP BY series_id EXCEPT SELECT id FROM series WHERE count > 0`,
  },
  {
    what: 'the rows of some days are not those that are counted',
    sql: `SELECT 1 FROM stretch WHERE count <> (SELECT count(*) FROM observation
      WHERE series_id = stretch.series_id AND date BETWEEN stretch << 8 AND (stretch << 8) + 255)`,
  },
  {
    what: 'the counts of a series disagree',
    sql: `SELECT id, count FROM series WHERE count > 0
      EXCEPT SELECT series_id, sum(count) FROM stretch GROUP BY series_id`,
  },
  {
    what: 'there are counts of a series that is not there',
    sql: 'SELECT series_id FROM stretch GROUP BY series_id EXCEPT SELECT id FROM series WHERE count > 0',
  },
  {
    what: 'a value is no number, or nothing tells where it came from',
    sql: `SELECT 1 FROM observation
      WHERE value GLOB '*[^-.0-9]*' OR value = '' OR run_id NOT IN (SELECT id FROM run)`,
  },
  {
    what: 'an old value is no number, or stands for no row',
    sql: `SELECT 1 FROM revision WHERE value GLOB '*[^-.0-9]*' OR value = ''
      OR run_id NOT IN (SELECT id FROM run) OR superseded_by NOT IN (SELECT id FROM run)
      OR NOT EXISTS (SELECT 1 FROM observation o WHERE o.series_id = revision.series_id AND o.date = revision.date)`,
  },
  {
    what: 'the members of a list are not those that are counted',
    sql: `SELECT id, count FROM constituent_list WHERE count > 0
      EXCEPT SELECT list_id, count(*) FROM constituent GROUP BY list_id`,
  },
];

/**
 * Checks a whole data file: first its pages (`PRAGMA integrity_check`, sqlite.org/pragma.html), then its rows against the stored counts.
 * @returns 'ok', or the first problem in words. @throws SQLite's errors if the file cannot be read at all.
 */
export function checkData(db: Database): string {
  const pages = checkPages(db);
  if (pages !== 'ok') return pages;
  return RULES.find(({ sql }) => db.prepare(`${sql} LIMIT 1`).get() !== undefined)?.what ?? 'ok';
}

/** Checks the pages of any database. @returns 'ok', or the first problem in SQLite's words. */
export function checkPages(db: Database): string {
  return String(db.prepare('PRAGMA integrity_check(1)').pluck().get()).replaceAll(/\s+/g, ' ').trim();
}
