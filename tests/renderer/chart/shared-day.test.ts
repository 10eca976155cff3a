import { expect, test } from 'vitest';
import { createSharedDay } from '../../../renderer/chart/cursor.ts';

test('a shared day is told at once and at each change, until the follower leaves', () => {
  const shared = createSharedDay();
  const told: (number | undefined)[] = [];
  const leave = shared.follow((day) => told.push(day));
  shared.move(5);
  shared.move(5);
  shared.move(undefined);
  leave();
  shared.move(7);
  expect(told).toEqual([undefined, 5, undefined]);
  expect(shared.day()).toBe(7);
});
