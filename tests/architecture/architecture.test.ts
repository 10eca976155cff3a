import { expect, test } from 'vitest';
import { RULES } from './all-rules.ts';
import { readProject } from './tree.ts';

const project = readProject();

test.each(Object.entries(RULES))('%s', (_, rule) => {
  expect(rule(project)).toEqual([]);
});
