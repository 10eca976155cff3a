import { afterAll, beforeAll, beforeEach } from 'vitest';
import { missingForPostgres, startPostgres, type TestPostgres } from './postgres.ts';

/**
 * The PostgreSQL of a test file: its tests are skipped where there is none.
 * @param begin what is made in it once, before the first test
 */
export function postgresOfFile(begin?: () => Promise<void>): TestPostgres {
  const missing = missingForPostgres();
  const postgres = {} as TestPostgres;
  beforeEach(({ skip }) => skip(missing !== '', missing));
  beforeAll(async () => {
    if (missing !== '') return;
    Object.assign(postgres, await startPostgres());
    await begin?.();
  });
  afterAll(() => postgres.end?.());
  return postgres;
}
