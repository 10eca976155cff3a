import { createHash } from 'node:crypto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { boardOf, control, DEBT, folderWith, press, saving, watchFiles } from '../board/open-board.tsx';
import { openPage, windowOf } from '../open-page.tsx';
import { dialog, ID, inDialog, inMenu, isGone, isSaid, names, view } from './open-saved.ts';

const LIST = saving(boardOf([]), {
  ...{ id: 'list00001', name: 'Labour', kind: 'list', note: '', folder: '' },
  content: { series: [DEBT, 'yields.US10Y'] },
} as never);
const choose = (content: string) =>
  fireEvent.change(document.querySelector('input[type=file]') as HTMLElement, {
    target: { files: [new File([content], 'x.json')] },
  });
const failed422 = (detail: string) => Response.json({ detail }, { status: 422 });

test('items are written to a file, and reading it lists new, known and left-out items', async () => {
  windowOf(1440);
  const { saved } = watchFiles();
  const dataDir = folderWith(view(ID, { name: 'Debt', folder: 'Rates' }), LIST, saving(boardOf([])));
  await openPage('/saved?sort=name', { dataDir });
  await waitFor(() => expect(names()).toEqual(['Debt', 'Labour', 'Mine']));
  await press('Tick Debt');
  await press('Tick Labour');
  await press('Export file');
  await screen.findByText('Export 2 items');
  // None of the items is frozen.
  expect(screen.queryByLabelText('With the numbers behind frozen views')).toBeNull();
  await inDialog('Export file');
  await isSaid('2 saved items.almanac.json is written.');
  expect(saved.map(({ name }) => name)).toEqual(['2 saved items.almanac.json']);
  const whole = (await saved[0]?.blob?.text()) ?? '';
  await press('Tick Debt');
  await press('Tick Labour');
  await press('Import');
  await screen.findByText('Import saved items');
  choose('{}');
  await screen.findByText(/^x\.json: This is not a file of saved items/);
  choose(whole);
  await screen.findByText('2 of them are here already');
  choose(whole.replace('"list00001"', '"list00009"'));
  await screen.findByText('1 of them is here already');
  expect(
    [...document.querySelectorAll('[aria-label="In the file"] li')].map(({ textContent }) => textContent),
  ).toEqual(['Debt · view · RatesIts id is here already', 'Labour · listNew']);
  const tick = (at: number) =>
    fireEvent.click(document.querySelectorAll('[aria-label="In the file"] input')[at] as HTMLElement);
  tick(0);
  tick(1);
  expect(control('Import 0')?.disabled).toBe(true);
  expect(screen.queryByText('1 of them is here already')).toBeNull();
  // Choosing another file ticks all of its items.
  choose(whole);
  await screen.findByText('2 of them are here already');
  tick(1);
  await press('Import 1');
  await isSaid('1 item imported.');
  await waitFor(() => expect(names()).toEqual(['Debt', 'Debt (2)', 'Labour', 'Mine']));
});

test('a file includes the numbers of frozen views on request; another format offers nothing; known items are replaced', async () => {
  windowOf(1440);
  const { saved } = watchFiles();
  const frozen = { as_of: '2026-11-20T14:02:00.000Z', sha256: 'a'.repeat(64), rows: 9 };
  const lists = ['SPY@2025-02-07', 'IVV@2024-12-06'];
  const dataDir = folderWith(
    view(ID, { name: 'Debt' }, { frozen }),
    view('view00002', { name: 'Live' }),
    view('view00003', { name: 'Members' }, { address: '/constituents', frozen: { ...frozen, lists } }),
  );
  let isBroken = true;
  let isFull = false;
  await openPage('/saved?sort=name', {
    dataDir,
    instead: (request) => {
      if (request.url.endsWith('/host/check-frozen')) return failed422('The history is gone.');
      if (request.url.endsWith('/host/save-item') && isFull) return failed422('The disk is full.');
      if (!request.url.endsWith('/host/frozen-lines')) return undefined;
      return isBroken ? failed422('The disk is gone.') : Response.json({ lines: 'x,,2024-01-02,1\n' });
    },
  });
  await waitFor(() => expect(screen.getAllByText('The history is gone.')).toHaveLength(2));
  await inMenu('Members', 'Details');
  await waitFor(() =>
    expect(document.querySelector('dl.column')?.textContent).toContain(
      'Members9ListsSPY of 2025-02-07, IVV of 2024-12-06SHA-256',
    ),
  );
  await inMenu('Debt', 'Details');
  await waitFor(() =>
    expect(document.querySelector('dl.column')?.textContent).toContain(
      `As known on2026-11-20 14:02 UTCNumbers9SHA-256${'a'.repeat(64)}`,
    ),
  );
  await press('Close the details');
  await inMenu('Debt', 'Export file');
  await screen.findByText('Export “Debt”');
  await screen.findByLabelText('With the numbers behind frozen views');
  await inDialog('Export file');
  await screen.findByText('The disk is gone.');
  isBroken = false;
  await inDialog('Export file');
  await isSaid('Debt.almanac.json is written.');
  await isGone();
  const first = (await saved[0]?.blob?.text()) ?? '';
  expect(JSON.parse(first)).toMatchObject({
    items: [{ item: { name: 'Debt' }, lines: 'x,,2024-01-02,1\n' }],
  });
  await inMenu('Debt', 'Export file');
  fireEvent.click(await screen.findByLabelText('With the numbers behind frozen views'));
  await inDialog('Export file');
  await waitFor(() => expect(saved).toHaveLength(2));
  const second = (await saved[1]?.blob?.text()) ?? '';
  expect(JSON.parse(second).items[0].lines).toBeUndefined();
  await isGone();

  await press('Import');
  await screen.findByText('Import saved items');
  choose(first);
  // The hash of this file is made up.
  await screen.findByText('The enclosed numbers do not match their SHA-256: the file was changed.');
  choose(first.replaceAll('a'.repeat(64), createHash('sha256').update('x,,2024-01-02,1\n').digest('hex')));
  await screen.findByText(/The enclosed numbers match their SHA-256$/);
  choose('{}');
  await screen.findByText(/^x\.json: This is not a file of saved items/);
  expect(document.querySelector('[aria-label="In the file"]')).toBeNull();
  choose(second);
  await screen.findByText('1 of them is here already');
  expect(screen.queryByText(/This is not a file of saved items/)).toBeNull();
  fireEvent.click(document.querySelector('input[type=radio][value=replace]') as HTMLElement);
  await inDialog('Import 1');
  await screen.findByText('Nothing was imported: all of it is here already.');
  choose(second.replace('"Debt"', '"Owed"'));
  await waitFor(() =>
    expect(document.querySelector('[aria-label="In the file"]')?.textContent).toContain('Owed'),
  );
  isFull = true;
  await inDialog('Import 1');
  await waitFor(() => expect(dialog()?.textContent).toContain('Not saved: The disk is full.'));
  isFull = false;
  await inDialog('Import 1');
  await isSaid('1 item imported.');
  await waitFor(() => expect(names()).toEqual(['Live', 'Members', 'Owed']));
  expect(dialog()).toBeNull();
});
