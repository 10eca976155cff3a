import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fillFolder, temporaryFolder } from '../api/folder.ts';
import { almanac } from './almanac.ts';

/** @returns all property names in an answer. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [name, ...namesIn(each)]);
}

test('every --json has the names of the API: small letters and underscores', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  writeFileSync(path.join(dataDir, 'data.sqlite.broken-2026-11-22T10-20-30Z'), 'nothing');
  const made = JSON.parse(
    (await almanac('keys', 'create', '--label', 'x', '--json', '--data-dir', dataDir)).out,
  );
  const lines = [
    ['keys', 'list'],
    ['keys', 'revoke', made.id],
    ['status'],
    ['settings'],
    ['list'],
    ['explain', 'us_debt', 'debt_held_by_public', '2024-01-02'],
    ['explain', 'yields', 'US10Y_US2Y', '2024-01-02'],
    ['revisions', 'us_debt'],
  ];
  const answers = [made];
  for (const line of lines) {
    const { status, out, err } = await almanac(...line, '--json', '--data-dir', dataDir);
    expect([status, err], line.join(' ')).toEqual([0, '']);
    answers.push(JSON.parse(out));
  }
  const names = namesIn(answers);
  expect(names).toEqual(
    expect.arrayContaining(['created_at', 'revoked_at', 'is_for_fred', 'data_dir', 'place']),
  );
  expect(names.filter((name) => !/^[a-z][a-z\d]*(_[a-z\d]+)*$/.test(name))).toEqual([]);
});
