import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { boardOf, control, DEBT, folderWith, HELD, press, storedIn } from '../board/open-board.tsx';
import { openPage, windowOf } from '../open-page.tsx';
import { dialog, failed, ID, inMenu, isSaid, kept, names, view } from './open-saved.ts';

test('items are shared with the team and withdrawn; those of others are opened and copied, but not changed', {
  tags: 'soak',
}, async () => {
  windowOf(1440);
  const asked: [string, unknown][] = [];
  const times = {
    created_at: '2026-03-04T12:00:00.000Z',
    changed_at: '2026-03-05T12:00:00.000Z',
    deleted_at: null,
  };
  const shared = (id: string, name: string, over: object = {}) => ({
    ...{ id, name, note: '', folder: 'Theirs', kind: 'view', revision: 4, ...times },
    ...{ content: { address: `/explore?series=${HELD}`, frozen: null } },
    ...{ shared_by: 'Ann', may_withdraw: false },
    ...over,
  });
  const team = {
    ...{ has_team: true, may_share: true, known_at: '2026-03-06T12:00:00.000Z' },
    items: [] as object[],
  };
  const items = [
    shared('shared001', 'Held', { note: 'Of Ann' }),
    shared('shared002', 'Own', { shared_by: 'Me', may_withdraw: true }),
    shared('shared003', 'Plan', { kind: 'board', content: boardOf([]) }),
    shared(ID, 'Debt', { shared_by: 'Me', may_withdraw: true }),
  ];
  let refused = false;
  const dataDir = folderWith(
    view(ID, { name: 'Debt', note: 'Of May', folder: 'Fed' }),
    view('view00002', { name: 'Held' }),
  );
  const page = await openPage('/saved', {
    dataDir,
    instead: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/host/shared-items') return Response.json(team);
      if (pathname !== '/host/share-item' && pathname !== '/host/withdraw-item') return undefined;
      if (refused) return failed('The team does not take it.');
      asked.push([pathname, await request.clone().json()]);
      if (pathname === '/host/share-item') team.items = items;
      return Response.json(team);
    },
  });
  await press('Team0');
  await screen.findByText(/^Nobody has shared anything yet\./);
  await press('All2');
  await inMenu('Debt', 'Share with the team');
  await isSaid('“Debt” is shared with the team.');
  expect(asked).toEqual([
    [
      '/host/share-item',
      {
        ...{ id: ID, kind: 'view', name: 'Debt', note: 'Of May', folder: 'Fed' },
        content: { address: `/explore?series=${DEBT}`, frozen: null },
      },
    ],
  ]);
  // Another person shares an item of the same name.
  await inMenu('Held', 'Share with the team');
  await isSaid('“Held” is shared with the team.');
  refused = true;
  await inMenu('Debt', 'Share it again, as it is now');
  await screen.findByText('The team does not take it.');
  refused = false;
  await press('Team4');
  await waitFor(() => expect(names()).toEqual(['Debt', 'Held', 'Own', 'Plan']));
  expect(document.querySelector('[aria-label=Folders] [aria-current=page]')?.textContent).toBe('Team4');
  await screen.findByText(
    /^The team does not answer now\. This is what it shared at 2026-03-06 \d\d:\d\d\.$/,
  );
  expect(
    [...document.querySelectorAll('main thead th')].map(({ textContent }) => textContent).slice(4, 6),
  ).toEqual(['Shared by', 'Shared']);
  expect(document.querySelectorAll('main tbody tr')[1]?.textContent).toBe('HeldViewLiveAnn2026-03-05');
  // Keys do not change a shared item.
  for (const key of ['Delete', 'F2']) fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key: 'd', ctrlKey: true });
  expect([dialog(), kept(dataDir)?.revision]).toEqual([null, 1]);
  // A shared board opens only after it has been copied.
  await press('Plan');
  await waitFor(() => expect(document.querySelector('dl.column')?.textContent).toContain('Shared byAnn'));
  await press('Actions for Held');
  await waitFor(() => expect(control('Copy to mine')).toBeDefined());
  expect([...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)).toEqual([
    'Details',
    'Copy to mine',
    'Export file',
  ]);
  await press('Details');
  await screen.findByText('Of Ann');
  expect(document.querySelector('dl.column')?.textContent).toContain('Shared byAnn');
  expect(screen.queryByLabelText('Name')).toBeNull();
  expect(page.asked.filter((one) => one.includes('save-item'))).toEqual([]);
  await press('Copy to mine');
  await isSaid('“Held (2)” is yours now.');
  expect(storedIn(dataDir)[0]).toMatchObject({ name: 'Held (2)', note: 'Of Ann', folder: '', revision: 1 });
  expect(kept(dataDir, 'shared001')).toBeUndefined();
  await press('Close the details');
  await inMenu('Own', 'Take back from the team');
  await isSaid('“Own” is taken back from the team.');
  expect(screen.queryByText('The team does not take it.')).toBeNull();
  expect(asked[2]).toEqual(['/host/withdraw-item', { id: 'shared002' }]);
  // This is not the person's own view, though it has the same id.
  await press('Debt');
  await waitFor(() => expect(page.router.state.location.href).toBe(`/explore?series=${HELD}`));
  await waitFor(() => expect(control('Save this view')).toBeDefined());
});
