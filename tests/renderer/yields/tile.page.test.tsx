import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TileState } from '../../../renderer/frame/types.ts';
import { pickYieldsSearch } from '../../../renderer/yields/yields-search.ts';
import { YieldsTile } from '../../../renderer/yields/yields-tile.tsx';
import { dayNumber } from '../../../service/calendar/dates.ts';
import type { DateRange } from '../../../service/view/types.ts';
import { temporaryFolder } from '../../api/folder.ts';
import { drawTile } from '../draw-tile.tsx';
import { openPage } from '../open-page.tsx';
import { publishFewDays } from './few-days.ts';

/** Draws tiles of Yields alone, on a real service with this folder. */
async function tiles(dataDir: string, options: Parameters<typeof openPage>[1] = {}) {
  const { client, asked } = await openPage('/settings', { ...options, dataDir });
  return (search: Record<string, unknown>, range?: DateRange) => {
    asked.length = 0;
    const drawn = drawTile(client, (given) => (
      <YieldsTile search={pickYieldsSearch(search)} range={range} {...given} />
    ));
    const yields = () =>
      asked.filter((one) => one.includes('/yields/')).map((one) => one.replace(/^.*series=/, ''));
    return { ...drawn, asked: yields, isLoading: () => client.isFetching() > 0 };
  };
}

test('a tile draws the curve, history or month of its address, and requests no more days than it needs', async () => {
  const dataDir = temporaryFolder();
  publishFewDays(dataDir);
  const tile = await tiles(dataDir);
  const curve = tile({ vs: '1w,2023-07-05', date: '2025-03-06', x: 'log' });
  expect(await curve.settled()).toEqual({
    datasets: ['yields'],
    isFollowing: true,
    left: 'Percent per year',
    legend: [
      { dash: '', made: '', slot: 0, text: '2025-03-06' },
      { dash: '7 3', made: '', slot: 1, text: '2025-02-27 (1w)' },
      { dash: '2 3', made: '', slot: 2, text: '2023-07-05' },
    ],
    problems: ["There is no x 'log', only even, years, root. It was left out."],
    sentence:
      'On 2025-03-06 the curve ran from 4.37 % (1 month) to 4.57 % (30 years), lowest 3.96 % (2 years).',
    sheet: {
      search:
        'series=yields.US1M,yields.US1_5M,yields.US2M,yields.US3M,yields.US4M,yields.US6M,yields.US1Y,yields.US2Y,yields.US3Y,yields.US5Y,yields.US7Y,yields.US10Y,yields.US20Y,yields.US30Y&from=2023-07-05&to=2025-03-06',
    },
    state: 'drawn',
  });
  expect(curve.asked()).toEqual([
    'US1M,US1_5M,US2M,US3M,US4M,US6M,US1Y,US2Y,US3Y,US5Y,US7Y,US10Y,US20Y,US30Y?date_from=2023-06-28&date_to=2025-03-06&format=csv&layout=wide',
  ]);
  await waitFor(() => expect(curve.box.querySelectorAll('[data-compared]')).toHaveLength(3));
  expect([...curve.box.querySelectorAll('[data-date-of]')].map(({ textContent }) => textContent)).toEqual([
    ...['2025-03-06', '2025-02-27', '2023-07-05'],
  ]);
  // Without the days of a board, the crosshair requests nothing more.
  act(() => curve.shared.move(dayNumber('2023-07-05')));
  expect(curve.box.querySelector('[data-date-of]')?.textContent).toBe('2023-07-05');
  curve.unmount();

  const board = { from: '2024-03-01', to: '2025-03-07' };
  const history = tile({ view: 'history', tenor: 'US20Y' }, board);
  expect(await history.settled()).toEqual({
    datasets: ['yields'],
    isFollowing: false,
    left: 'Percent per year',
    legend: [],
    problems: [],
    sentence:
      'Treasury par yield of 20 years: 4.65 % on 2025-03-07; lowest 4.34 % on 2024-03-08, highest 4.86 % on 2024-12-31.',
    sheet: {
      search: 'series=yields.US20Y&from=2024-03-07&to=2025-03-07',
    },
    state: 'drawn',
  });
  expect(history.asked()).toEqual(['US20Y?date_from=2024-03-01&date_to=2025-03-07&format=csv&layout=wide']);
  expect(history.box.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
    'Treasury par yield, 20 years, percent, 2024-03-07 to 2025-03-07',
  );
  history.unmount();
  const median = tile({ view: 'history', tenor: 'US20Y.median', range: '-1M' });
  expect(await median.settled()).toMatchObject({
    left: 'Percentage points',
    sentence:
      'Treasury par yield of 20 years: 4.65 % on 2025-03-07; lowest 4.55 % on 2025-02-28, highest 4.75 % on 2025-02-07.',
  });
  median.unmount();

  const heat = tile({ view: 'history', range: '-1Y' }, undefined);
  const { draw, ...said } = (await heat.settled()) as TileState & { draw: (place: HTMLElement) => unknown };
  expect(said).toEqual({
    datasets: ['yields'],
    isFollowing: false,
    left: 'Percent per year',
    legend: [],
    problems: [],
    sentence: 'Treasury par yields of all tenors as colours, 2024-03-07 to 2025-03-07.',
    sheet: {
      search:
        'series=yields.US1M,yields.US1_5M,yields.US2M,yields.US3M,yields.US4M,yields.US6M,yields.US1Y,yields.US2Y,yields.US3Y,yields.US5Y,yields.US7Y,yields.US10Y,yields.US20Y,yields.US30Y&from=2024-03-07&to=2025-03-07',
    },
    state: 'drawn',
  });
  await waitFor(() => expect(heat.box.querySelector('svg[data-heat]')).not.toBeNull());
  (heat.box.querySelector('canvas') as HTMLCanvasElement).toDataURL = () => 'data:,';
  expect(draw(heat.box)).toMatchObject({ width: 1200, height: 624 });
  heat.unmount();

  const month = tile({ view: 'month', month: '2025-02' });
  expect(await month.settled()).toEqual({
    datasets: ['yields'],
    isFollowing: false,
    left: 'Percent per year',
    legend: [],
    problems: [],
    sentence: 'Treasury par yields of 2025-02, 3 days.',
    sheet: {
      search:
        'series=yields.US1M,yields.US1_5M,yields.US2M,yields.US3M,yields.US4M,yields.US6M,yields.US1Y,yields.US2Y,yields.US3Y,yields.US5Y,yields.US7Y,yields.US10Y,yields.US20Y,yields.US30Y&from=2025-02-07&to=2025-02-28',
    },
    state: 'drawn',
  });
  expect(month.asked()).toEqual([
    'US1M,US1_5M,US2M,US3M,US4M,US6M,US1Y,US2Y,US3Y,US5Y,US7Y,US10Y,US20Y,US30Y?date_from=2025-01-25&date_to=2025-02-28&format=csv&layout=wide',
  ]);
  const rows = () =>
    [...month.box.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent).join(' '),
    );
  // All rows fit, which is known once the table is measured.
  await waitFor(() =>
    expect(rows()).toEqual([
      'Percent 3M 2Y 5Y 10Y 30Y',
      '2025-02-28 4.32 3.99 4.03 4.24 4.51',
      '2025-02-27 4.33 4.07 4.08 4.29 4.55',
      '2025-02-07 4.35 4.29 4.34 4.49 4.69',
    ]),
  );
  month.unmount();

  const none = tile({ view: 'month', month: '2023-01' });
  expect(await none.settled()).toEqual({ state: 'empty', why: 'There are no yields for these days.' });
});

test('a curve on a board follows the crosshair, and shows its own day again when the crosshair leaves', async () => {
  const dataDir = temporaryFolder();
  publishFewDays(dataDir);
  const tile = await tiles(dataDir);
  const { box, shared, settled, asked } = tile({ vs: '1y' }, { from: '2023-03-01', to: '2025-03-07' });
  await settled();
  const dates = () =>
    [...box.querySelectorAll('[data-date-of]')].map(({ textContent }) => textContent).join(' ');
  expect([dates(), asked()]).toEqual([
    '2025-03-07 2024-03-07',
    [
      'US1M,US1_5M,US2M,US3M,US4M,US6M,US1Y,US2Y,US3Y,US5Y,US7Y,US10Y,US20Y,US30Y?date_from=2024-02-29&date_to=2025-03-07&format=csv&layout=wide',
    ],
  ]);
  act(() => shared.move(dayNumber('2023-07-08')));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]).toEqual(
    'US1M,US1_5M,US2M,US3M,US4M,US6M,US1Y,US2Y,US3Y,US5Y,US7Y,US10Y,US20Y,US30Y?date_from=2022-02-22&date_to=2025-03-07&format=csv&layout=wide',
  );
  await waitFor(() => expect(dates()).toBe('2023-07-06 no curve'));
  act(() => shared.move(dayNumber('2024-03-08')));
  expect(dates()).toBe('2024-03-08 2023-03-06');
  act(() => shared.move(undefined));
  expect(dates()).toBe('2025-03-07 2024-03-07');
  act(() => shared.move(dayNumber('2020-01-01')));
  expect(dates()).toBe('2025-03-07 2024-03-07');
});

test('a tile as of an instant has no later days; without yields, or after a failed request, it says so', async () => {
  const dataDir = temporaryFolder();
  let isBroken = false;
  publishFewDays(dataDir);
  const tile = await tiles(dataDir, {
    instead: ({ url }) =>
      isBroken && url.includes('/yields/')
        ? Response.json({ detail: 'The disk is gone.' }, { status: 422 })
        : undefined,
  });
  const past = tile({ as_of: '2025-03-01T10:00:00Z', vs: 'off' });
  expect(await past.settled()).toEqual({ state: 'empty', why: 'There are no yields for these days.' });
  expect(past.asked()).toEqual([
    'US1M,US1_5M,US2M,US3M,US4M,US6M,US1Y,US2Y,US3Y,US5Y,US7Y,US10Y,US20Y,US30Y?date_from=2025-02-22&date_to=2025-03-01&as_of=2025-03-01T10%3A00%3A00Z&format=csv&layout=wide',
  ]);
  past.unmount();
  isBroken = true;
  const broken = tile({ vs: '1d' });
  const said = await broken.settled();
  expect(said).toMatchObject({ state: 'failed', why: 'The disk is gone.' });
  isBroken = false;
  if (said.state === 'failed') said.retry();
  await waitFor(async () => expect((await broken.settled()).state).toBe('drawn'));
  broken.unmount();
  // If the days of the crosshair cannot be loaded, the tile keeps its own curve.
  const following = tile({ vs: 'off' }, { from: '2023-03-01', to: '2025-03-07' });
  await following.settled();
  isBroken = true;
  act(() => following.shared.move(dayNumber('2023-07-06')));
  await waitFor(() => expect([following.asked().length, following.isLoading()]).toEqual([2, false]));
  expect((await following.settled()).state).toBe('drawn');
});

test('a tile says that Almanac has no yields yet', async () => {
  const tile = await tiles(temporaryFolder());
  expect(await tile({}).settled()).toEqual({ state: 'empty', why: 'Almanac has no par yields yet.' });
});
