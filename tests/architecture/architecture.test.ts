import { expect, test } from 'vitest';
import { RULES } from './all-rules.ts';
import { readProject } from './tree.ts';

const project = readProject();

test.each(Object.entries(RULES))('%s', (_, rule) => {
  expect(rule(project)).toEqual([]);
});

test('half of the files have at most 80 lines, and 95 of 100 at most 200', () => {
  const counts = project.files
    .filter((file) => !file.path.startsWith('tests/') && !file.path.startsWith('service/datasets/'))
    .map((file) => file.lineCount)
    .toSorted((a, b) => a - b);
  expect(counts.length).toBeGreaterThan(100);
  expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(80);
  expect(counts[Math.floor(counts.length * 0.95)]).toBeLessThanOrEqual(200);
});
