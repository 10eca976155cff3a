import { expect, test } from 'vitest';
import { readYieldsSearch } from '../../../renderer/yields/search.ts';
import { tileDays } from '../../../renderer/yields/yields-tile.tsx';

const HELD = { from: '1990-01-02', to: '2025-03-07' };
const BOARD = { from: '2020-03-07', to: '2025-03-07' };
const days = (search: Parameters<typeof readYieldsSearch>[0], board: typeof BOARD | undefined = BOARD) =>
  tileDays(readYieldsSearch(search).state, HELD, board);

test('a curve needs the days from the first that it is compared with, and the week before it', () => {
  expect(days({})).toEqual({ from: '2024-02-29', to: '2025-03-07' });
  expect(days({ vs: 'off', date: '2023-07-03' })).toEqual({ from: '2023-06-26', to: '2023-07-03' });
  expect(days({ vs: 'off', date: '2025-03-20' })).toEqual({ from: '2025-02-28', to: '2025-03-07' });
  expect(days({ vs: '1m,2007-01-05' })).toEqual({ from: '2006-12-29', to: '2025-03-07' });
});

test('a history has the days of the board, or its own where each tile has its own', () => {
  expect(days({ view: 'history' })).toEqual(BOARD);
  expect(tileDays(readYieldsSearch({ view: 'history', range: '1Y' }).state, HELD, undefined)).toEqual({
    from: '2024-03-07',
    to: '2025-03-07',
  });
});

test('a month needs itself and the week before, up to what is held', () => {
  expect(days({ view: 'month' })).toEqual({ from: '2025-02-22', to: '2025-03-07' });
  expect(days({ view: 'month', month: '2024-02' })).toEqual({ from: '2024-01-25', to: '2024-02-29' });
});
