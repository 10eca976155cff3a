import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  boardOf,
  control,
  DEBT,
  drawn,
  HELD,
  isSaved,
  legends,
  openBoard,
  press,
  said,
  storedBoard,
  tile,
  tileOf,
  titles,
} from './open-board.tsx';

const OWN = 'Each chart its own range';
const NONE = 'ui_weekly_claims.initial_claims_sa';
const TEN = 'yields.US10Y';
const days = () => ['From', 'To'].map((name) => control<HTMLInputElement>(name)?.value);
const charts = () =>
  [...document.querySelectorAll('[aria-roledescription=chart]')].map((one) =>
    one.getAttribute('aria-label')?.replace(/\..*/, ''),
  );
const surface = (at: number) => document.querySelectorAll('[role=presentation]')[at] as HTMLElement;
const inMenu = async (title: string, name: string): Promise<void> => {
  await press(title);
  await press(name);
};
const rangeOf = (id: string, dataDir: string) =>
  storedBoard(dataDir).content.tiles.find((one) => one.id === id)?.range;

/** Three tiles without data: their menus are those of any tile. */
const THREE = boardOf(
  [
    tile('t1', 'Debt', `/explore?series=${NONE}`),
    tile('t2', 'Ten years', `/explore?series=${NONE}`, { x: 4 }),
    tile('t3', 'Guide', '/data?b=c', { y: 10 }),
  ],
  { range: 'range=10Y' },
);

test('tiles show the days of the board or their own, their values at the crosshair, and their notes', async () => {
  const { router } = await openBoard(
    boardOf(
      [
        tile('t1', 'Debt', `/explore?series=${DEBT},${NONE}:hidden,${HELD}&scale=log`),
        tile('t2', 'Ten years', `/explore?series=${TEN}&units=chg`, {
          x: 4,
          range: 'from=2024-01-04&to=2024-01-05',
        }),
        tile('t3', 'Claims', '/explore?series=ui_weekly_claims.initial_claims_sa', { x: 8 }),
        tile('t4', 'Mistake', `/explore?series=none.such,${DEBT}&as_of=2026-11-21T12:00:00.000Z`, { y: 10 }),
        tile('t5', 'Guide', '/guide?index_date=2024-01-02&b=c', { x: 4, y: 10 }),
        tile('t6', 'Nowhere', '/nowhere', { x: 8, y: 10 }),
        tile('t7', 'Formula', `/explore?series=${DEBT}&formulas=a/0,a/0/2:hidden,a-1`, { y: 20 }),
      ],
      { recessions: false },
    ),
  );
  await waitFor(() => expect(charts()).toHaveLength(4), { timeout: 30_000 });
  expect(charts()).toEqual([
    'Line chart from 2024-01-02 to 2024-01-04',
    'Line chart from 2024-01-04 to 2024-01-05',
    'Line chart from 2024-01-02 to 2024-01-04',
    'Line chart from 2024-01-02 to 2024-01-04',
  ]);
  expect(legends()).toEqual([
    'aDebt held by the public$23 tn2024-01-04cIntragovernmental holdings$7.50 tn2024-01-03',
    'Treasury par yield, 10-year Chg0.10 pp2024-01-05',
    'Initial claims, SA–',
    'Debt held by the public$23 tn2024-01-04',
    'aDebt held by the public$23 tn2024-01-04bDebt held by the public ÷ 0–dDebt held by the public − 123.00 tn2024-01-04',
  ]);
  expect(
    ['t1', 't3', 't4', 't5', 't6', 't7'].map((id) => tileOf(id).textContent?.replace(/Left and right.*/, '')),
  ).toEqual([
    'DebtaDebt held by the public$23 tn2024-01-04cIntragovernmental holdings$7.50 tn2024-01-03',
    'ClaimsInitial claims, SA–Almanac has no data for this yet. Get data',
    "Mistakeas known on 2026-11-21 12:00 UTCDebt held by the public$23 tn2024-01-04There is no series 'none.such'. It was left out.",
    'GuideGuideindex date 2024-01-02, b cOpen',
    'NowhereIts address leads to no screen: /nowhere',
    'FormulaaDebt held by the public$23 tn2024-01-04bDebt held by the public ÷ 0–dDebt held by the public − 123.00 tn2024-01-04b: It divides by zero on every date. Not drawn: Debt held by the public − 1. Both axes are taken.No observations in this range: Debt held by the public ÷ 0',
  ]);
  // The ticks are round numbers of a logarithmic scale around 7 and 23.
  expect(tileOf('t1').textContent).toContain('$7 tn$10 tn$15 tn$20 tn$30 tn');
  expect(control<HTMLAnchorElement>('Get data')?.getAttribute('href')).toBe('/data');
  await press('More for Nowhere');
  await waitFor(() => expect(control('Open in its screen')).toBeDefined());

  // All tiles share one crosshair, which disappears when the pointer leaves.
  fireEvent.pointerMove(surface(0), { clientX: 400, clientY: 10 });
  expect(legends().slice(0, 2)).toEqual([
    'aDebt held by the public$22 tn2024-01-03cIntragovernmental holdings$7.50 tn',
    'Treasury par yield, 10-year Chg–',
  ]);
  fireEvent.pointerLeave(surface(0));
  expect(legends()[0]).toContain('$23 tn2024-01-04');

  // A press on a value explains it on the day of the crosshair, or else on the newest day.
  for (const [at, explained] of [
    [2, { series: TEN, units: 'chg', from: '2024-01-04', to: '2024-01-05', explain: `${TEN}@2024-01-05` }],
    [1, { series: `${DEBT},${NONE}:hidden,${HELD}`, scale: 'log', explain: `${HELD}@2024-01-02` }],
  ] as const) {
    await waitFor(() => {
      fireEvent.pointerMove(surface(0), { clientX: 60, clientY: 10 });
      expect(legends()[0]).toContain('2024-01-02');
    });
    fireEvent.click(screen.getAllByTitle('Explain this number in Explore')[at] as HTMLElement);
    await waitFor(() => expect(location.pathname).toBe('/explore'));
    const asked = Object.fromEntries(new URLSearchParams(location.search));
    expect(asked).toEqual({ ...explained, recessions: 'off' });
    router.history.back();
    await waitFor(() => expect(charts()).toHaveLength(4), { timeout: 30_000 });
  }
});

test('a menu pins and renames its own tile, and a tile without data leads to the Data screen', {
  tags: 'soak',
}, async () => {
  const { client, dataDir } = await openBoard(THREE);
  await drawn(2);
  await inMenu('More for Ten years', 'Pin this range');
  await waitFor(() => expect(control('Range of Ten years: Ten years, pinned')?.textContent).toBe('10Y'));
  await isSaved();
  expect([rangeOf('t1', dataDir), rangeOf('t2', dataDir)]).toEqual([null, 'range=10Y']);
  await press('Range of Ten years: Ten years, pinned');
  const items = () => [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent);
  const offered = ['One year', 'Five years', 'Ten years', 'All there is', 'Follow the board'];
  await waitFor(() => expect(items()).toEqual(offered));
  await press('One year');
  await isSaved();
  expect(rangeOf('t2', dataDir)).toBe('range=1Y');
  await inMenu('Range of Ten years: One year, pinned', 'Follow the board');
  await isSaved();
  expect([rangeOf('t2', dataDir), control(/pinned$/)]).toEqual([null, undefined]);
  await inMenu('More for Ten years', 'Pin this range');
  await inMenu('More for Ten years', 'Follow the board’s range');
  await isSaved();
  expect(rangeOf('t2', dataDir)).toBe(null);

  const rename = async (typed: string, key: string) => {
    await inMenu('More for Guide', 'Rename…');
    const field = (await screen.findByLabelText('Name of the tile')) as HTMLInputElement;
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.keyDown(field, { key });
    await waitFor(() => expect(control('Name of the tile')).toBeUndefined());
  };
  await rename('  ', 'Enter');
  await rename('Other', 'Escape');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Guide');
  expect(titles()).toEqual(['Debt', 'Ten years', 'Guide']);
  await rename(' Jobs ', 'Enter');
  expect(titles()).toEqual(['Debt', 'Ten years', 'Jobs']);
  await isSaved();
  expect(storedBoard(dataDir).content.tiles[2]?.title).toBe('Jobs');

  // Without the import permission, no tile offers to get data.
  act(() => void client.setQueryData(['app', 'state'], (now: object) => ({ ...now, can: [] })));
  await waitFor(() => expect(tileOf('t1').textContent).toMatch(/has no data for this yet\.\s*$/));
});

test('a tile is shown alone, removed and opened on its screen', async () => {
  const { dataDir, router } = await openBoard(THREE, { search: '&range=5Y' });
  await drawn(2);
  await inMenu('More for Ten years', 'Show it alone');
  await waitFor(() => expect(titles()).toEqual(['Ten years']));
  expect(location.search).toBe('?id=board0001&range=5Y&tile=t2');
  // A tile that is shown alone cannot be dragged.
  const head = tileOf('t2').querySelector('[class*=head]') as HTMLElement;
  fireEvent.pointerDown(head, { pointerId: 1, button: 0 });
  fireEvent.pointerMove(head, { pointerId: 1, clientX: 400 });
  fireEvent.pointerUp(head, { pointerId: 1 });
  fireEvent.keyDown(window, { key: 'Escape' });
  await waitFor(() => expect(titles()).toHaveLength(3));
  await inMenu('More for Debt', 'Show it alone');
  await inMenu('More for Debt', 'Show all tiles');
  await waitFor(() => expect(titles()).toHaveLength(3));
  await inMenu('More for Debt', 'Show it alone');
  await press('All tiles');
  await waitFor(() => expect(titles()).toHaveLength(3));
  await inMenu('More for Debt', 'Show it alone');
  await waitFor(() => expect(titles()).toEqual(['Debt']));
  await inMenu('More for Debt', 'Remove');
  await waitFor(() => expect(titles()).toEqual(['Guide', 'Ten years']));
  expect([said(), location.search]).toEqual([
    ['Debt is removed. Ctrl Z brings it back.'],
    '?id=board0001&range=5Y',
  ]);
  await isSaved();
  expect(storedBoard(dataDir).content.tiles.map(({ id, x, y }) => [id, x, y])).toEqual([
    ['t3', 0, 0],
    ['t2', 4, 0],
  ]);

  await inMenu('More for Ten years', 'Open in Explore');
  await waitFor(() => expect(location.pathname).toBe('/explore'));
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ series: NONE, range: '5Y' });
  router.history.back();
  await waitFor(() => expect(location.pathname).toBe('/board'));
  await inMenu('More for Guide', 'Open in Data');
  await waitFor(() => expect(location.pathname + location.search).toBe('/data?b=c'));
});

test('a zoom changes the days of the board, or of a tile with its own range; a double click shows all days', {
  tags: 'soak',
}, async () => {
  const { dataDir } = await openBoard(
    boardOf(
      [
        tile('t1', 'Debt', `/explore?series=${DEBT}`),
        tile('t2', 'Ten years', `/explore?series=${TEN}`, { x: 4, range: 'range=10Y' }),
      ],
      { range: 'range=10Y' },
    ),
    { search: '&range=5Y&tile=none' },
  );
  await drawn(2);
  await waitFor(() =>
    expect(charts()).toEqual([
      'Line chart from 2019-01-04 to 2024-01-04',
      'Line chart from 2014-01-05 to 2024-01-05',
    ]),
  );
  // The recession of 2020 is in both charts.
  expect(document.querySelectorAll('[data-recession]')).toHaveLength(2);
  // The range of the address takes precedence over that of the board until a range is chosen.
  expect(storedBoard(dataDir).content.range).toBe('range=10Y');
  fireEvent.doubleClick(surface(1));
  await waitFor(() => expect(charts()[1]).toBe('Line chart from 2024-01-03 to 2024-01-05'));
  expect(rangeOf('t2', dataDir)).toBe('range=10Y');
  expect(storedBoard(dataDir).content.range).toBe('range=10Y');
  expect(location.search).toBe('?id=board0001&range=5Y&tile=none');
  fireEvent.keyDown(document.querySelector('[aria-roledescription=chart]') as HTMLElement, { key: '+' });
  await waitFor(() => expect(days()).not.toEqual(['2019-01-04', '2024-01-04']));
  expect(location.search).toBe('?id=board0001&range=5Y&tile=none');
  // The first double click undoes the zoom, the next one shows all days.
  fireEvent.doubleClick(surface(0));
  await waitFor(() => expect(days()).toEqual(['2019-01-04', '2024-01-04']));
  fireEvent.doubleClick(surface(0));
  await waitFor(() => expect(days()).toEqual(['2024-01-02', '2024-01-04']));
  await press('Save range');
  await waitFor(() => expect(storedBoard(dataDir).content.range).toBe('from=2024-01-02&to=2024-01-04'));
  expect(rangeOf('t2', dataDir)).toBe('from=2024-01-03&to=2024-01-05');
  await waitFor(() => expect(location.search).toBe('?id=board0001&tile=none'));

  // Each tile has its own range: the second one its pinned range, the first one that of its address.
  await press('More ranges');
  await waitFor(() => expect(control(OWN)?.getAttribute('aria-checked')).toBe('false'));
  await press(OWN);
  await screen.findByText('Each its own');
  // The bar shows the days of all tiles together.
  expect(days()).toEqual(['2024-01-02', '2024-01-05']);
  await isSaved();
  expect(storedBoard(dataDir).content.range).toBe('');
  if (!control(OWN)) await press('More ranges');
  await waitFor(() => expect(control(OWN)?.getAttribute('aria-checked')).toBe('true'));
  await press(OWN);
  await waitFor(() => expect(storedBoard(dataDir).content.range).toBe('range=5Y'));
  expect(screen.queryByText('Each its own')).toBeNull();
});

test('a tile that cannot be drawn opens its whole address, and a drawn tile names what it cannot show', {
  tags: 'soak',
}, async () => {
  const { router } = await openBoard(
    boardOf([
      tile('t1', 'Files', '/data?b=c'),
      tile('t3', 'Debt', `/explore?series=${DEBT}`, { x: 8 }),
      tile('t2', 'Curve', '/yields?date=2024-01-04&vs=nonsense', { x: 4 }),
    ]),
  );
  await drawn(2);
  expect(tileOf('t2').textContent).toContain(
    "On 2024-01-04 the curve ran from 3.20 % (2 years) to 4.20 % (10 years).'nonsense' is neither a day up to today nor one of 1d, 1w, 1m, YTD, 1y. It was left out.",
  );
  expect(tileOf('t2').querySelector('a')?.getAttribute('href')).toBe('/yields?date=2024-01-04&vs=nonsense');
  const dimmed = () => tileOf('t2').querySelectorAll('[data-dimmed]').length;
  expect([dimmed(), tileOf('t2').querySelectorAll('[inert] svg').length > 0]).toEqual([0, true]);
  fireEvent.pointerMove(tileOf('t3').querySelector('[role=presentation]') as HTMLElement, { clientX: 400 });
  expect(dimmed()).toBe(1);
  // Enter explains the day of the crosshair.
  fireEvent.keyDown(tileOf('t3').querySelector('[aria-roledescription=chart]') as HTMLElement, {
    key: 'Enter',
  });
  await waitFor(() => expect(location.pathname).toBe('/explore'));
  expect(new URLSearchParams(location.search).get('explain')).toBe(`${DEBT}@2024-01-03`);
  router.history.back();
  await press('Open');
  await waitFor(() => expect(location.pathname + location.search).toBe('/data?b=c'));
});
