import type { Migration } from '../migrate.ts';

/**
 * Layout 8 of data.sqlite lets a file be the copy of a team's data: which team and which of its publishes it has, and a hash of what
 * each run wrote. Both tables are empty where the data are this machine's own.
 */
export const data8: Migration = {
  name: 'copies of a team’s data',
  sql: `
-- version and publish_id: the newest publish that is in this file. notes: the newest change of fetch and whole_block.
CREATE TABLE team_copy(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  team_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  publish_id TEXT NOT NULL,
  notes INTEGER NOT NULL
) STRICT;

-- What a run wrote, superseded values and members of lists included: how many rows, and their hash (store/copy/run-hashes.ts).
CREATE TABLE run_hash(
  run_id INTEGER PRIMARY KEY,
  rows INTEGER NOT NULL,
  sha256 TEXT NOT NULL
) STRICT;
`,
};
