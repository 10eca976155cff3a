import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { TEMPLATES } from '../../../renderer/tiles/index.ts';
import { showDatesAs } from '../../../service/calendar/dates.ts';
import { todayText } from '../../../service/calendar/today.ts';
import { openWork } from '../../../service/work/index.ts';
import { openPage } from '../open-page.tsx';
import {
  boardOf,
  control,
  DEBT,
  drawn,
  folderWith,
  ID,
  livesIn,
  openBoard,
  press,
  saving,
  storedIn,
  tile,
  titles,
  watchFiles,
} from './open-board.tsx';

const cards = (heading: string) =>
  [...document.querySelectorAll(`section[aria-labelledby=${heading}] li`)].map(
    ({ textContent }) => textContent,
  );

test('the list shows each board with its range, tiles, note and day, and copies templates under free names', async () => {
  livesIn('America/Los_Angeles');
  const two = boardOf([tile('t1', 'A', '/yields'), tile('t2', 'B', '/states', { x: 4 })], {
    range: 'range=5Y',
  });
  const dataDir = folderWith(
    saving(boardOf([]), { name: 'Removed', id: 'board0009' }),
    saving(boardOf([]), { name: 'Removed', id: 'board0009', revision: 1, is_deleted: true }),
    saving(two, { name: 'Labour' }),
    saving(boardOf([], { range: '' }), { name: 'Plain', id: 'board0002', note: '' }),
  );
  const { close } = await openPage('/board', {
    dataDir,
    at: '2026-03-06T02:00:00.000Z',
  });
  await screen.findByText('Five years · 2 tiles');
  expect(cards('boards-own')).toEqual([
    'LabourFive years · 2 tilesOf MayChanged 2026-03-04',
    'Plain0 tilesChanged 2026-03-04',
  ]);
  expect(['Labour', 'Plain'].map((name) => control<HTMLAnchorElement>(name)?.getAttribute('href'))).toEqual([
    `/board?id=${ID}`,
    '/board?id=board0002',
  ]);
  expect(document.querySelector('main a[href="/guide/boards"]')).not.toBeNull();
  expect(cards('boards-copy')).toEqual(
    TEMPLATES.map(
      ({ name, note, tiles }) => `${name}${note}${tiles.map(([title]) => title).join(' · ')}Copy ${name}`,
    ),
  );

  await press('Copy Labour');
  await waitFor(() => expect(location.search).not.toBe(''));
  const id = new URLSearchParams(location.search).get('id');
  const made = storedIn(dataDir)[0];
  expect(made).toMatchObject({
    ...{ id, name: 'Labour (2)', note: 'Who loses work, who is hired, who quits.', folder: '', revision: 1 },
    content: { range: 'range=5Y', recessions: true },
  });
  await waitFor(() => expect(titles()).toHaveLength(6));
  expect(titles()).toEqual(TEMPLATES[0]?.tiles.map(([title]) => title));
  await press('All boards');
  await press('New board');
  await screen.findByText('This board has no tiles yet.');
  expect(storedIn(dataDir).find(({ name }) => name === 'New board')).toMatchObject({
    ...{ note: '', folder: '', content: { range: 'range=5Y', tiles: [] } },
  });
  await close();
});

test('if boards cannot be loaded, the list does not say that there are none; an unknown board leads to the list', async () => {
  let isFull = true;
  let held: Promise<void> | undefined;
  const fails = (path: string) => async (request: Request) => {
    if (new URL(request.url).pathname !== path) return undefined;
    await held;
    return isFull ? Response.json({ detail: 'The disk is full.' }, { status: 422 }) : undefined;
  };
  const dataDir = folderWith();
  const page = await openPage('/board', { dataDir, instead: fails('/host/saved') });
  await screen.findByText('Your boards could not be loaded: The disk is full.');
  expect(screen.queryByText(/^None yet\./)).toBeNull();
  isFull = false;
  await press('Retry');
  await screen.findByText(/^None yet\. Copy one of those below/);
  expect(screen.queryByText(/^Board not found/)).toBeNull();
  await page.close();

  isFull = true;
  const loading = Promise.withResolvers<void>();
  held = loading.promise;
  const other = await openPage('/board?id=none0000', { dataDir, instead: fails('/host/saved') });
  await screen.findByLabelText('Loading the board');
  loading.resolve();
  await screen.findByText('The boards could not be loaded: The disk is full.');
  isFull = false;
  await press('Retry');
  await screen.findByText('Board not found. It was deleted, or the link is from another computer.');
  await screen.findByText('Your boards');
  await other.close();

  isFull = true;
  const storing = Promise.withResolvers<void>();
  held = storing.promise;
  await openPage('/board', { dataDir, instead: fails('/host/save-item') });
  await press('Copy Fed');
  // While one board is being copied, no other can be copied.
  await waitFor(() => expect(control('Copy Debt')?.disabled).toBe(true));
  storing.resolve();
  await screen.findByText('The board could not be saved: The disk is full.');
  expect([location.search, storedIn(dataDir)]).toEqual(['', []]);
});

test('a board follows the settings for recessions, dates and dashes, and says that sample data are made up', async () => {
  onTestFinished(() => void showDatesAs('iso'));
  const { saved, drawings } = watchFiles();
  const days = { range: 'from=2024-01-02&to=2024-01-04' };
  const sampled = tile('t1', 'A', `/explore?series=yields.US10Y,${DEBT}&as_of=2026-11-21`, days);
  const dataDir = folderWith(saving(boardOf([sampled], days), { name: '???' }));
  const work = openWork(dataDir, { now: () => new Date() });
  work.preferences.set({ recessions: false, date_style: 'words', line_dashes: 'on' });
  work.close();
  const page = await openPage('/board', { dataDir });
  await screen.findByText('???');
  await waitFor(() => expect(cards('boards-own')[0]).toMatch(/Changed [45] Mar 2026$/));
  await press('New board');
  await screen.findByText('This board has no tiles yet.');
  expect(storedIn(dataDir)[0]).toMatchObject({ content: { recessions: false } });
  await page.close();

  await openBoard(boardOf([]), { dataDir });
  await waitFor(() =>
    expect(document.querySelector('[aria-label="Sample data"]')?.textContent).toMatch(
      /^Sample data \(Treasury par yields\), made up so that you can look around\./,
    ),
  );
  await drawn(1);
  const asked = '2 Jan 2024 to 4 Jan 2024';
  expect(control(/pinned$/)?.getAttribute('aria-label')).toBe(`Range of A: ${asked}, pinned`);
  expect(control(/pinned$/)?.parentElement?.textContent).toBe(`Aas known on 21 Nov 2026${asked}`);
  await press('Take away');
  await press('Save the board as PNG');
  await waitFor(() => expect(drawings).toHaveLength(1));
  // The image names the range of its tile once.
  expect(await drawings[0]).toContain(`>${asked}<`);
  // The legend shows the dashes of the second line.
  expect(await drawings[0]).toContain('stroke-width="2.5" stroke-dasharray="12 3"/>');
  // The name of this board cannot be that of a file.
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual([`board, ${todayText()}.png`]));
});
