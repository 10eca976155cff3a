import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openWork } from '../../../service/work/index.ts';
import { publish, temporaryFolder } from '../../api/folder.ts';
import { boardOf, drawn, ID, saving, storeIn, tile, tileOf, watchFiles } from '../board/open-board.tsx';
import { openPage, type PageOptions } from '../open-page.tsx';
import { AT, FUND, folderOf, IVV, press, rows, SP500 } from './lists-page.ts';

/** Opens a board with a tile of Constituents for each of these addresses. */
async function openTiles(dataDir: string, searches: readonly string[], options: PageOptions = {}) {
  const tiles = searches.map((search, i) =>
    tile(`t${i}`, `Tile ${i}`, `/constituents?${search}`, { x: (i % 3) * 4, y: Math.floor(i / 3) * 10 }),
  );
  storeIn(dataDir, saving(boardOf(tiles)));
  return openPage(`/board?id=${ID}`, { dataDir, at: AT, ...options });
}
const said = (at: number) => tileOf(`t${at}`).querySelector('a > span')?.firstChild?.textContent;
const problems = (at: number) => tileOf(`t${at}`).querySelector('a .warning')?.textContent;
const table = (at: number) => rows(tileOf(`t${at}`).querySelector('table'));
const expectEqual = (at: number) => {
  const areas = [...tileOf(`t${at}`).querySelectorAll('[data-map] rect')].map(
    (one) => (Number(one.getAttribute('width')) + 1) * (Number(one.getAttribute('height')) + 1),
  );
  expect(Math.max(...areas) / Math.min(...areas)).toBeLessThan(1.1);
};
const AGAINST = 'code=IVV&vs=2023-12-29';

test('a tile shows the map, the members, the changes or the shared members, each with its sentence', async () => {
  const { drawings } = watchFiles();
  await openTiles(folderOf(...IVV, FUND, SP500), [
    AGAINST,
    `${AGAINST}&view=table&sort=change`,
    `${AGAINST}&view=changes`,
    'code=IVV&view=compare&with=FUND@2026-03-02,SP500@2026-01-05,IVV@2020-06-30&vs=2023-12-29',
    'code=FUND&view=table&q=inf',
    'code=IVV&view=changes&with=FUND@2026-03-02',
    'code=SP500&view=pie',
  ]);
  await drawn(7);
  // A table shows few rows until its tile has a size.
  await waitFor(() => expect(document.body.textContent).not.toMatch(/and \d+ more/));
  const now = 'IVV on 2026-03-06: 12 members; ten largest 25.79 %; Information Technology 19.90 %';
  const since = `${now}; 2 joined, 3 left, 10 stayed.`;
  expect([0, 1, 2, 3, 4, 5, 6].map(said)).toEqual([
    ...[since, since, since, since],
    'FUND on 2026-03-02: 4 members; ten largest 1242.5 %; Information Technology 1,238.0 %.',
    ...[`${now}.`, 'SP500 on 2026-01-05: 4 members.'],
  ]);
  expect([0, 6].map(problems)).toEqual([
    undefined,
    'view=pie is not known here; use one of map, table, changes, compare, ledger.',
  ]);
  // The map of the first tile has the names of sectors that fit, tickers, and the colours of changes.
  const svg = tileOf('t0').querySelector('[data-map] svg');
  expect([svg?.getAttribute('width'), svg?.getAttribute('height')]).toEqual(['1200', '600']);
  expect([...(svg?.querySelectorAll(':scope > text') ?? [])].map((head) => head.textContent)).toEqual([
    ...['Information Technology', 'Financials', 'Energy', 'Materials', 'Communica…'],
  ]);
  const marks = [...(svg?.querySelectorAll('g') ?? [])].map((one) => [
    one.querySelector('text')?.textContent,
    one.querySelector('rect')?.getAttribute('fill'),
    one.querySelector('rect')?.getAttribute('stroke'),
  ]);
  const same = 'light-dark(#e6e8ec, #2b3038)';
  expect(marks).toEqual([
    ['AAPL', 'light-dark(#6ba3df, #4c8dd2)', null],
    ['NVDA', same, 'var(--accent-text)'],
    ['MSFT', 'light-dark(#ef9c4b, #cb7f2d)', null],
    ['BRK.B', same, null],
    ['JPM', 'light-dark(#6ba3df, #4c8dd2)', null],
    ['XOM', 'light-dark(#fcd7ae, #6a4422)', null],
    ['CVX', same, null],
    ['GE', 'light-dark(#b9d3f3, #28486e)', null],
    ['BALL', same, 'var(--accent-text)'],
    ['T', same, null],
    ['DIS', 'light-dark(#fcd7ae, #6a4422)', null],
    ['LIN', same, null],
  ]);
  const [rect, ticker] = [svg?.querySelector('rect'), svg?.querySelector('g text')];
  expect(['x', 'y', 'width', 'height'].map((name) => Number(rect?.getAttribute(name)).toFixed(1))).toEqual([
    ...['0.0', '18.0', '326.4', '579.0'],
  ]);
  expect([ticker?.getAttribute('x'), ticker?.getAttribute('y')].map((at) => Number(at).toFixed(1))).toEqual([
    ...['163.7', '312.0'],
  ]);
  expect(table(1).slice(0, 5)).toEqual([
    ['Member', 'Weight, %', 'Change'],
    ['JPM JPMorgan Chase', '1.4', '+0.25 points'],
    ['AAPL Apple Inc', '7.10', '+0.10 points'],
    ['GE GE Aerospace', '0.5', '+0.05 points'],
    ['NVDA NVIDIA', '6.8', 'joined since'],
  ]);
  expect(table(1).find(([name]) => name === 'LIN Linde')).toEqual(['LIN Linde', '–', '']);
  expect(table(2)).toEqual([
    ['Since 2023-12-29', 'Change'],
    ['NVDA NVIDIA', 'joined'],
    ['BALL Ball Corporation', 'joined'],
    ['SBUX Starbucks', 'left'],
    ['BLL Ball Corp', 'left'],
    ['CELG Celgene', 'left'],
  ]);
  expect(table(3)).toEqual([
    ['Shared with IVV of 2026-03-06', 'Members', 'Weight, %'],
    ['FUND of 2026-03-02', '3', '10.90'],
    ['SP500 of 2026-01-05', '4', '–'],
    ['IVV of 2020-06-30', '3', '5.9'],
  ]);
  expect(table(4)).toEqual([
    ['Member', 'Weight, %'],
    ['MSFT Microsoft', '1,234.5'],
    ['AAPL Apple Inc', '3.5'],
  ]);
  // Without an earlier list, changes are a map by weight; without weights, all tiles of a map are equal.
  const fills = (at: number) =>
    [...tileOf(`t${at}`).querySelectorAll('[data-map] rect')].map((one) =>
      one.getAttribute('fill')?.slice(11, 18),
    );
  expect(fills(5)).toEqual([
    ...['#0c3170', '#0c3170', '#0c3170', '#2f65b3', '#2f65b3', '#2f65b3', '#7eabe2', '#7eabe2', '#b9d1f1'],
    ...['#b9d1f1', '#e4edfa', '#e4edfa'],
  ]);
  expectEqual(6);

  // The image of the board has the maps in the colours of the page.
  await press('Take away');
  await press('Save the board as PNG');
  await waitFor(() => expect(drawings).toHaveLength(1), { timeout: 30_000 });
  const image = (await drawings[0]) ?? '';
  expect(image).toContain('fill="#6ba3df"');
  expect(image).not.toContain('light-dark');
  expect(image).toContain('Source: The index list’s or fund’s own publisher. Data loaded 2026-11-20.');
});

test('a tile without lists says so, and a tile whose list cannot be loaded offers Retry', async () => {
  const dataDir = temporaryFolder();
  publish(dataDir, 'jolts', [{ code: 'quits_rate_sa', date: '2024-01-01', value: '2.1' }]);
  const empty = await openTiles(dataDir, ['code=IVV']);
  await waitFor(() => expect(said(0)).toBe('There are no lists of constituents yet.'));
  await empty.close();
  let fails = true;
  const { asked } = await openTiles(folderOf(...IVV), ['code=IVV', AGAINST], {
    instead: async ({ url }) => {
      if (!fails || !url.includes('date=2023-12-29')) return undefined;
      // The shown list has loaded; the earlier one fails.
      await waitFor(() => expect(said(0)).toContain('IVV on'));
      return Response.json({ detail: 'The disk is worn.' }, { status: 400 });
    },
  });
  await waitFor(() =>
    expect(tileOf('t1').textContent).toContain('The numbers could not be loaded: The disk is worn.'),
  );
  fails = false;
  const retry = [...tileOf('t1').querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Retry',
  );
  fireEvent.click(retry as HTMLElement);
  await drawn(2);
  expect(said(1)).toContain('2 joined, 3 left');
  // Only shown lists are requested: the newest once, the earlier one again after its failure.
  expect(asked.filter((one) => one.includes('/constituents/')).map((one) => one.split(/date=|&/)[1])).toEqual(
    [...['2026-03-06', '2023-12-29', '2023-12-29']],
  );
});

test('a tile counts a confirmed pair as one company, shows equal sizes on request, and exports its list', async () => {
  const dataDir = folderOf(...IVV, FUND);
  const work = openWork(dataDir, { now: () => new Date(AT) });
  work.sameCompanies.set({
    ...{ before: { ticker: 'BLL', name: 'Ball Corp' }, after: { ticker: 'BALL', name: 'Ball Corporation' } },
    is_same: true,
  });
  work.close();
  watchFiles();
  let asked: { board?: object } = {};
  await openTiles(dataDir, [AGAINST, 'code=IVV&date=2023-12-29', 'code=FUND', 'code=FUND&size=equal'], {
    instead: async (request) => {
      if (request.url.includes('/host/export')) asked = await request.clone().json();
      return undefined;
    },
  });
  await drawn(4);
  await waitFor(() => expect(tileOf('t0')?.textContent).toContain('1 joined, 2 left, 11 stayed.'));
  // Only Microsoft has a name: the others weigh less than a hundredth of it.
  const tickers = () => [...tileOf('t2').querySelectorAll('[data-map] g text')];
  await waitFor(() => expect(tickers().map(({ textContent }) => textContent)).toEqual(['MSFT']));
  expectEqual(3);
  fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
  await waitFor(() =>
    expect(asked.board).toEqual([
      { title: 'Tile 0', code: 'IVV', date: '2026-03-06' },
      { title: 'Tile 1', code: 'IVV', date: '2023-12-29' },
      { title: 'Tile 2', code: 'FUND', date: '2026-03-02' },
      { title: 'Tile 3', code: 'FUND', date: '2026-03-02' },
    ]),
  );
});
