import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { todayText } from '../../../service/calendar/today.ts';
import {
  boardOf,
  control,
  DEBT,
  drawn,
  ID,
  openBoard,
  press,
  said,
  tile,
  watchFiles,
} from './open-board.tsx';

const TEN = 'yields.US10Y';
const away = async (item: string | RegExp) => {
  await press('Take away');
  await press(item);
};
/** What the page wanted written: bodies of `/host/export`. */
function watchExports() {
  const bodies: Record<string, unknown>[] = [];
  const instead = async (request: Request) => {
    if (new URL(request.url).pathname === '/host/export')
      bodies.push((await request.clone().json()) as Record<string, unknown>);
    return undefined;
  };
  return { bodies, instead };
}

test('a board is taken away as a link with its range, and as a file with what was changed', async () => {
  const { saved } = watchFiles();
  let isDeaf = false;
  await openBoard(boardOf([tile('t1', 'Debt', '/none')], { range: 'from=2024-01-02&to=2024-01-03' }), {
    // The change stays unsaved: the file has it nevertheless.
    instead: (request) =>
      isDeaf && request.url.endsWith('/host/save-item') ? new Promise(() => undefined) : undefined,
  });
  isDeaf = true;
  await press('Recessions');
  await away('Copy link to this board');
  await waitFor(() => expect(said()).toEqual(['Link copied.']));
  const link = new URL(await navigator.clipboard.readText());
  expect(`${link.pathname}${link.search}`).toBe(`/board?id=${ID}&from=2024-01-02&to=2024-01-03`);
  await away('Save as a file for a colleague');
  await waitFor(() =>
    expect(said()).toEqual(['The file is saved. Saved, Import reads it on another computer.']),
  );
  const [file] = saved;
  const text = JSON.parse((await file?.blob?.text()) ?? '') as { items: { item: object }[] };
  expect([file?.name, file?.blob?.type]).toEqual(['Mine.almanac.json', 'application/json']);
  expect(text.items).toHaveLength(1);
  expect(text.items[0]?.item).toMatchObject({
    ...{ kind: 'board', name: 'Mine', note: 'Of May', folder: 'Fed' },
    content: { range: 'from=2024-01-02&to=2024-01-03', recessions: false, tiles: [{ title: 'Debt' }] },
  });
  // What was said goes away.
  await waitFor(() => expect(said()).toEqual([]), { timeout: 8000 });
});

test('the workbook has a sheet a tile in reading order, over the days that it shows, and names what it leaves out', async () => {
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
      ],
      { range: 'from=2024-01-02&to=2024-01-04' },
    ),
    { instead },
  );
  await drawn(4);
  fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
  await screen.findByText(
    'Mine as a workbook: a README with sources and citations, and a sheet for each of 3 tiles.',
  );
  await waitFor(() => expect(bodies).toHaveLength(1));
  const curve = ['1M', '1_5M', '2M', '3M', '4M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y', '10Y', '20Y', '30Y'];
  expect(bodies).toEqual([
    {
      name: 'Mine',
      board: [
        { title: 'Debt', search: `series=${DEBT}&from=2024-01-02&to=2024-01-04&units=chg` },
        { title: 'Ten years', search: `series=${TEN}&from=2024-01-04&to=2024-01-05&title=Own` },
        {
          title: 'Curve',
          search: `series=${curve.map((tenor) => `yields.US${tenor}`)}&from=2024-01-04&to=2024-01-04`,
        },
      ],
      left_out: ['Guide', 'Empty'],
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    },
  ]);
  await press('Close');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Take away'));
});

test('the workbook of one tile says so, that of none says that there is nothing, and a board without tiles has none', async () => {
  const { bodies, instead } = watchExports();
  const page = await openBoard(boardOf([tile('t1', 'Guide', '/guide')]), { instead });
  fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
  await screen.findByText('No tile of this board has numbers, so there is nothing to write.');
  expect(bodies).toEqual([]);
  await page.close();
  const one = await openBoard(boardOf([tile('t1', 'Debt', `/explore?series=${DEBT}`)]));
  await drawn(1);
  fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
  await screen.findByText(
    'Mine as a workbook: a README with sources and citations, and a sheet for the tile.',
  );
  await one.close();
  await openBoard(boardOf([]));
  expect(control('Take away')?.disabled).toBe(true);
  fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('the image has the board’s name, days and version above and below, and each tile with its source', async () => {
  const { saved, drawings } = watchFiles();
  await openBoard(
    boardOf(
      [
        tile('t1', 'Debt & more', `/explore?series=${DEBT}`),
        tile('t2', 'Ten years', `/explore?series=${TEN}`, { x: 4 }),
        tile('t3', 'Curve', '/yields?date=2024-01-04', { x: 8 }),
        tile('t4', 'Guide', '/guide?b_c=d', { y: 10 }),
        tile('t5', 'Claims', '/explore?series=ui_weekly_claims.initial_claims_sa', { x: 4, y: 10 }),
        tile('t6', 'States', '/states', { x: 8, y: 10 }),
      ],
      { range: 'range=1Y' },
    ),
  );
  await drawn(4);
  await screen.findByText('Almanac holds no claims by state yet.');
  await away('Save the board as PNG');
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 30_000 });
  expect(saved.map(({ name }) => name)).toEqual([`Mine, ${todayText()}.png`]);
  const svg = (await drawings[0]) ?? '';
  const texts = [...svg.matchAll(/<(?:text|tspan)[^>]*>([^<]+)</g)].map(([, text]) => text);
  // Without the numbers along the axes.
  const words = texts.filter(
    (text) => !/^(\$?[\d.]+T?|[A-Z][a-z]{2}( 20\d\d)?|[\d.]+[MY])$/.test(text ?? ''),
  );
  const shaded = 'Shaded areas are US recessions (NBER, checked through 2025-03-31).';
  const sample = 'Sample data, made up by Almanac: not real figures.';
  const treasury = 'Source: US Department of the Treasury';
  expect(words).toEqual([
    ...['Mine', 'One year: 2023-01-05 to 2024-01-05'],
    ...['Debt &#38; more', '$ · Daily · 2023-01-05 to 2024-01-05'],
    ...['Debt held by the public: 23,000,000,000,000.00 $ (2024-01-04)', 'US dollars'],
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
    ...['through 2025-03-31).', 'States', 'Almanac holds no claims by state yet.'],
    `Almanac 1.2.3, ${todayText()}`,
  ]);
});
