import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { menuActions } from '../../../renderer/api/index.ts';
import { todayText } from '../../../service/calendar/today.ts';
import {
  boardOf,
  control,
  DEBT,
  drawn,
  ID,
  openBoard,
  outOfSight,
  press,
  said,
  tile,
  tileOf,
  watchFiles,
} from './open-board.tsx';

const TEN = 'yields.US10Y';
const CURVE = ['1M', '1_5M', '2M', '3M', '4M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y', '10Y', '20Y', '30Y'].map(
  (tenor) => `yields.US${tenor}`,
);
const away = async (item: string | RegExp) => {
  await press('Take away');
  await press(item);
};
/** Records the bodies of `/host/export`. */
function watchExports() {
  const bodies: Record<string, unknown>[] = [];
  const instead = async (request: Request) => {
    if (new URL(request.url).pathname === '/host/export')
      bodies.push((await request.clone().json()) as Record<string, unknown>);
    return undefined;
  };
  return { bodies, instead };
}

test('a board is taken away as a link with its range, and as a file with its latest changes', async () => {
  const { saved } = watchFiles();
  let isDeaf = false;
  await openBoard(boardOf([tile('t1', 'Debt', '/none')], { range: 'from=2024-01-02&to=2024-01-03' }), {
    // The change is never stored, but the file has it.
    instead: (request) =>
      isDeaf && request.url.endsWith('/host/save-item') ? new Promise(() => undefined) : undefined,
  });
  isDeaf = true;
  await press('Recessions');
  // A message disappears after 2.5 seconds; here the test says when.
  const ends: (() => void)[] = [];
  const { setTimeout } = window;
  window.setTimeout = ((run: () => void, wait: number) =>
    wait === 2500 ? ends.push(run) : setTimeout(run, wait)) as typeof setTimeout;
  onTestFinished(() => {
    window.setTimeout = setTimeout;
  });
  await away('Copy link to this board');
  await waitFor(() => expect(said()).toEqual(['Link copied.']));
  const link = new URL(await navigator.clipboard.readText());
  expect(`${link.pathname}${link.search}`).toBe(`/board?id=${ID}&from=2024-01-02&to=2024-01-03`);
  await away('Save as a file for a colleague');
  await waitFor(() =>
    expect(said()).toEqual(['The file is saved. To read it on another computer, use Import in Saved.']),
  );
  const [file] = saved;
  const text = JSON.parse((await file?.blob?.text()) ?? '') as { items: { item: object }[] };
  expect([file?.name, file?.blob?.type]).toEqual(['Mine.almanac.json', 'application/json']);
  expect(text.items).toHaveLength(1);
  expect(text.items[0]?.item).toMatchObject({
    ...{ kind: 'board', name: 'Mine', note: 'Of May', folder: 'Fed' },
    content: { range: 'from=2024-01-02&to=2024-01-03', recessions: false, tiles: [{ title: 'Debt' }] },
  });
  expect(ends).toHaveLength(2);
  act(() => ends[1]?.());
  expect(said()).toEqual([]);
});

test('the workbook has a sheet for each tile in reading order, over the days of the tile, and names what it leaves out', async () => {
  const { bodies, instead } = watchExports();
  watchFiles();
  await openBoard(
    boardOf(
      [
        tile('t4', 'Guide', '/guide', { x: 4, y: 10 }),
        tile('t2', 'Ten years', `/explore?series=${TEN}&title=Own`, {
          x: 4,
          range: 'from=2024-01-04&to=2024-01-05',
        }),
        tile('t1', 'Debt', `/explore?series=${DEBT}&units=chg`),
        tile('t3', 'Curve', '/yields?date=2024-01-04', { y: 10 }),
        tile('t5', 'Empty', '/explore?series=', { x: 8, y: 10 }),
        tile('t6', 'History', '/yields?view=history&tenor=US10Y', { y: 20 }),
      ],
      { range: 'from=2024-01-02&to=2024-01-04' },
    ),
    { instead },
  );
  await drawn(5);
  fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
  await screen.findByText(
    'Mine as a workbook: a README with sources and citations, and a sheet for each of 4 tiles.',
  );
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies).toEqual([
    {
      name: 'Mine',
      board: [
        { title: 'Debt', search: `series=${DEBT}&from=2024-01-02&to=2024-01-04&units=chg` },
        { title: 'Ten years', search: `series=${TEN}&from=2024-01-04&to=2024-01-05&title=Own` },
        {
          title: 'Curve',
          search: `series=${CURVE}&from=2024-01-04&to=2024-01-04`,
        },
        { title: 'History', search: `series=${TEN}&from=2024-01-03&to=2024-01-04` },
      ],
      left_out: ['Guide', 'Empty'],
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    },
  ]);
  await press('Close');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Take away'));
});

test('the workbook dialog says if there is one tile or nothing to write; a board without tiles has no dialog', async () => {
  const { bodies, instead } = watchExports();
  const page = await openBoard(boardOf([tile('t1', 'Guide', '/guide')]), { instead });
  fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
  await screen.findByText('No tile of this board has numbers, so there is nothing to write.');
  expect(bodies).toEqual([]);
  await page.close();
  const one = await openBoard(boardOf([tile('t1', 'Debt', `/explore?series=${DEBT}`)]));
  await drawn(1);
  act(() => menuActions().get('export-data')?.());
  await screen.findByText(
    'Mine as a workbook: a README with sources and citations, and a sheet for the tile.',
  );
  await one.close();
  await openBoard(boardOf([]));
  expect(control('Take away')?.disabled).toBe(true);
  expect([...menuActions().keys()].filter((action) => action.startsWith('export'))).toEqual([]);
  fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('images and workbooks include tiles out of view, and are refused while numbers of a tile are missing', async () => {
  const { bodies, instead } = watchExports();
  const { saved, drawings } = watchFiles();
  outOfSight();
  localStorage.setItem('mantine-color-scheme-value', 'dark');
  let failing = /layout=wide|economic-data/;
  let held: Promise<void> | undefined;
  await openBoard(
    boardOf(
      [
        tile('t1', 'Debt', `/explore?series=${DEBT}`, { range: 'range=Max' }),
        tile('t2', 'History', '/yields?view=history', { x: 4 }),
      ],
      { range: '' },
    ),
    {
      instead: async (request) => {
        if (request.url.includes('economic-data')) await held;
        if (failing.test(request.url)) return Response.json({ detail: 'The disk is full.' }, { status: 422 });
        return instead(request);
      },
    },
  );
  await screen.findByLabelText('History loads when you scroll to it');
  // The clock goes faster, to shorten the wait of eight seconds.
  let step = 3000;
  let forward = 0;
  const real = Date.now;
  Date.now = () => {
    forward += step;
    return real() + forward;
  };
  onTestFinished(() => {
    Date.now = real;
  });
  const isRefused = (title: string) =>
    screen.findByText(`The image could not be made: ${title} is not drawn yet, or not fully loaded.`);
  const retryIn = (place: Element | null) => fireEvent.click(within(place as HTMLElement).getByText('Retry'));
  await away('Save the board as PNG');
  await isRefused('Debt');
  await screen.findByText('The observations could not be loaded: The disk is full.');
  failing = /layout=wide/;
  const loading = Promise.withResolvers<void>();
  held = loading.promise;
  retryIn(tileOf('t1'));
  await screen.findByLabelText('Loading Debt');
  loading.resolve();
  await drawn(1);
  await screen.findByText('The numbers could not be loaded: The disk is full.');
  await away('Save the board as PNG');
  await isRefused('History');
  await away(/^Export XLSX/);
  const failure = await screen.findByText('The export failed, and there is no file.');
  expect(failure.parentElement?.textContent).toContain('History is not drawn yet');
  failing = /^$/;
  retryIn(tileOf('t2'));
  await drawn(2);
  expect([saved, bodies]).toEqual([[], []]);
  step = 0;
  retryIn(document.querySelector('[role=dialog]'));
  await waitFor(() => expect(bodies).toHaveLength(1));
  // On a board without a range, the tile of a screen has the days of its address.
  expect(bodies[0]?.board).toEqual([
    { title: 'Debt', search: `series=${DEBT}&from=2024-01-02&to=2024-01-04` },
    { title: 'History', search: `series=${CURVE}&from=2024-01-03&to=2024-01-05` },
  ]);
  await press('Close');

  // The chart of the old days does not count for the new range.
  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  await press(/^Range of Debt/);
  await press('One year');
  step = 3000;
  await away('Save the board as PNG');
  await isRefused('Debt');
  expect(drawings).toEqual([]);
  const stale = () => tileOf('t1').querySelectorAll('[data-stale=true]').length;
  expect(stale()).toBe(1);
  step = 0;
  release();
  await drawn(2);
  expect(stale()).toBe(0);
  await away('Save the board as PNG');
  await waitFor(() => expect(drawings).toHaveLength(1));
  expect(await drawings[0]).toMatch(
    /fill="#14181e".*>each chart its own range<.*>Debt<.*>US dollars · Daily · 2023-01-04 to 2024-01-04<.*>History<.*"heat-key"/s,
  );
});

test('an image has the board’s name, days and version, and each tile with its source', async () => {
  const { saved, drawings } = watchFiles();
  await openBoard(
    boardOf(
      [
        tile('t1', 'Debt & more', `/explore?series=${DEBT}`),
        tile('t2', 'Ten years', `/explore?series=${TEN}&title=Own`, { x: 4 }),
        tile('t3', 'Curve', '/yields?date=2024-01-04', { x: 8 }),
        tile('t4', 'Guide', '/guide?b_c=d', { y: 10 }),
        tile('t5', 'Claims', '/explore?series=ui_weekly_claims.initial_claims_sa', { x: 4, y: 10 }),
        tile('t6', 'States', '/states', { x: 8, y: 10 }),
        tile('t7', 'Month', '/yields?view=month', { y: 20 }),
      ],
      { range: 'range=1Y' },
    ),
  );
  await drawn(5);
  await screen.findByText('Almanac has no claims by state yet.');
  act(() => menuActions().get('export-image')?.());
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 30_000 });
  expect(saved.map(({ name }) => name)).toEqual([`Mine, ${todayText()}.png`]);
  await waitFor(() => expect(said()).toEqual(['The image is saved.']));
  const svg = (await drawings[0]) ?? '';
  const texts = [...svg.matchAll(/<(?:text|tspan)[^>]*>([^<]+)</g)].map(([, text]) => text);
  // Leaves out the numbers along the axes.
  const words = texts.filter(
    (text) => !/^(\$?[\d.]+( tn)?|[A-Z][a-z]{2}( 20\d\d)?|[\d.]+[MY])$/.test(text ?? ''),
  );
  const shaded = 'Shaded areas are US recessions (NBER, checked through 2025-03-31).';
  const sample = 'Sample data, made up by Almanac: not real figures.';
  const treasury = 'Source: US Department of the Treasury';
  expect(words).toEqual([
    ...['Mine', 'One year: 2023-01-05 to 2024-01-05'],
    ...['Debt &#38; more', 'US dollars · Daily · 2023-01-05 to 2024-01-05'],
    ...['Debt held by the public: $23 tn (2024-01-04)', 'US dollars'],
    `${treasury}, Bureau of the Fiscal Service. Data loaded 2026-11-20. Almanac 1.2.3.`,
    ...[shaded, 'Ten years', '% · Daily · 2023-01-05 to 2024-01-05'],
    ...['Treasury par yield, 10-year: 4.30 % (2024-01-05)', '%', sample],
    ...[`${treasury}. Data loaded 2026-11-20. Almanac 1.2.3.`, shaded],
    ...['Curve', 'On 2024-01-04 the curve ran from 3.20 % (2 years) to 4.20 % (10 years).'],
    ...['2024-01-04', '2025-02-18', 'Percent per year', sample, `${treasury}. Data loaded 2026-11-20.`],
    ...['Guide', 'Guide: b c d'],
    ...['Claims', 'claims · Weekly, ending Saturday ·', '2023-01-05 to 2024-01-05'],
    ...['Initial claims, SA: no observations', 'claims', 'Source: US Department of Labor, Employment'],
    ...['and Training Administration. Almanac 1.2.3.', 'Shaded areas are US recessions (NBER, checked'],
    ...['through 2025-03-31).', 'States', 'Almanac has no claims by state yet.'],
    ...['Month', 'Treasury par yields of 2024-01, 3 days.', 'Percent'],
    // Only two of 3M, 2Y, 5Y, 10Y and 30Y have yields.
    ...['2024-01-05', '2024-01-04', '2024-01-03'].flatMap((day) => [day, '–', '–', '–']),
    ...['Percent per year', sample, `${treasury}. Data loaded 2026-11-20.`],
    `Almanac 1.2.3, ${todayText()}`,
  ]);
});
