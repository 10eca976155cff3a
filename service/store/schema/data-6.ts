import type { Migration } from '../migrate.ts';

/**
 * Layout 6 of data.sqlite forgets what was noted of the fetches of the claims by state. Earlier Almanacs did not read two columns of
 * their file (covered employment, insured unemployment rate), so the next refresh must get the whole file again, changed or not.
 */
export const data6: Migration = {
  name: 'claims by state are fetched again',
  sql: `
DELETE FROM fetch WHERE dataset = 'ui_state_weekly_claims';
`,
};
