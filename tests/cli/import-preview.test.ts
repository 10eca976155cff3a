import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { eachWithDataFolder } from './folder.ts';

const { dataDir, run: almanac, write: writeLines } = eachWithDataFolder();

/** Rows for Saturdays from 2019-01-05, in the form of FRED's CSV. */
const WEEKS = Array.from({ length: 60 }, (_, at) => `${dateText(17_901 + at * 7)},${200_000 + at}`);

const write = (name: string, weeks: readonly string[]) => writeLines(name, 'observation_date,ICSA', ...weeks);
const run = (...args: string[]) => almanac('import', ...args);

test('--dry-run describes an import, with the values that it would replace, and stores nothing', async () => {
  const file = write('icsa.csv', WEEKS);
  const first = await run(file, '--dry-run');
  expect([first.status, first.err]).toEqual([0, '']);
  expect(first.out).toBe(
    'icsa.csv (FRED graph CSV): ui_weekly_claims: would add 60 rows, revise 0, leave 0 unchanged, 2019-01-05 to 2020-02-22\n',
  );
  expect(readdirSync(dataDir())).toEqual(['icsa.csv']);
  await run(file);
  const newer = write('newer.csv', [...WEEKS.slice(0, -1), '2020-02-22,7000', '2020-02-29,210000']);
  for (const _ of ['first', 'again']) {
    expect((await run(newer, '--dry-run')).out).toBe(
      'newer.csv (FRED graph CSV): ui_weekly_claims: would add 1 row, revise 1, leave 59 unchanged, 2019-01-05 to 2020-02-29\n' +
        '  ui_weekly_claims initial_claims_sa 2020-02-22: 200059 would become 7000\n',
    );
  }
  expect((await run(file)).out).toContain('nothing new (60 rows unchanged');
  const bad = await run(write('bad.csv', ['2024-01-05,1']), '--dry-run');
  expect(bad.status).toBe(1);
  expect(bad.err).toContain('2024-01-05 is a Friday');
});

test('a file that lacks many of the stored values needs --allow-shrink', async () => {
  await run(write('all.csv', WEEKS));
  const part = write('part.csv', [...WEEKS.slice(0, 20), ...WEEKS.slice(40)]);
  const preview = await run(part, '--dry-run');
  expect(preview.status).toBe(0);
  expect(preview.err).toMatch(/An import would be refused: .*lacks 20 of 60 observations/);
  const refused = await run(part);
  expect([refused.status, refused.out]).toEqual([1, '']);
  expect(refused.err).toMatch(
    /^almanac: .*part\.csv lacks 20 of 60 .*--allow-shrink: what is held stays\.\n$/,
  );
  const taken = await run(part, '--allow-shrink');
  expect(taken.status).toBe(0);
  expect(taken.err).toBe(
    'part.csv: Kept 20 observations of ui_weekly_claims initial_claims_sa that this file does not have: 2019-05-25 … 2019-10-05.\n',
  );
});

test('implausible values need --allow-jumps, and do not stop other files', async () => {
  const bad = write('bad.csv', ['2024-01-06,-5']);
  const preview = await run(bad, '--dry-run');
  expect([preview.status, preview.err]).toEqual([
    0,
    expect.stringMatching(/An import would be refused: .*line 2: initial_claims_sa on 2024-01-06 is -5/),
  ]);
  const refused = await run(bad);
  expect([refused.status, refused.out]).toEqual([1, '']);
  expect(refused.err).toMatch(/^almanac: .*bad\.csv, line 2: .* is -5; .*import it with --allow-jumps\.\n$/);
  const both = await run(bad, write('all.csv', WEEKS));
  expect([both.status, both.out]).toEqual([1, expect.stringContaining('all.csv')]);
  const taken = await run(bad, '--allow-jumps');
  expect([taken.status, taken.err]).toEqual([
    0,
    expect.stringMatching(/^bad\.csv: Line 2: .* It was stored as it stands\.\n$/),
  ]);
});
