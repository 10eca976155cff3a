import type { Migration } from '../migrate.ts';

/** Layout 1 of work.sqlite: companies of which a person says that they are the same under another ticker. Times are ISO 8601, UTC. */
export const work1: Migration = {
  name: 'pairs of companies that are the same',
  sql: `
-- Tickers without what is no letter or digit, in capitals; names as the lists had them when the pair was confirmed.
CREATE TABLE same_company(
  old_ticker TEXT NOT NULL,
  new_ticker TEXT NOT NULL,
  old_name TEXT NOT NULL,
  new_name TEXT NOT NULL,
  confirmed_at TEXT NOT NULL,
  PRIMARY KEY(old_ticker, new_ticker)
) STRICT, WITHOUT ROWID;
`,
};
