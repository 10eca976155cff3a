import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keepView, setOpenItem } from '../../../renderer/view/index.ts';
import { DEBT, folderWith, press } from '../board/open-board.tsx';
import { openPage } from '../open-page.tsx';
import { ID, view } from './open-saved.ts';

const bar = () => document.querySelector('[data-saved]')?.textContent;
/** Waits for the screen itself, not only its bar. */
const isThere = () =>
  waitFor(() => expect(document.querySelector('[aria-label="Chart options"]')).not.toBeNull());
const isShown = (words: string | undefined) => waitFor(() => expect(bar()).toBe(words));

test('a saved view stays open across screens, but not for another chart, since saving would overwrite the view', async () => {
  setOpenItem('/explore', ID);
  keepView({ series: DEBT, range: '1Y' });
  const { router } = await openPage(`/explore?series=${DEBT}&range=1Y`, {
    dataDir: folderWith(view(ID, { name: 'Mine' })),
  });
  const change = '● MineSaveSave as';
  await isThere();
  await isShown(change);
  await press('Data');
  await screen.findByText('Refresh all');
  await press('Explore');
  await isThere();
  await isShown(change);
  // This address changes the same chart.
  await press('Data');
  await screen.findByText('Refresh all');
  router.history.push(`/explore?series=${DEBT},yields.US2Y&range=1Y`);
  await isThere();
  await isShown(change);
  // This chart is another one, as opened by the search or a card of Overview.
  await press('Data');
  await screen.findByText('Refresh all');
  router.history.push('/explore?series=yields.US10Y');
  await isThere();
  await isShown(undefined);
});

test('an empty chart no longer counts as the saved view', async () => {
  setOpenItem('/explore', ID);
  keepView({ series: DEBT });
  await openPage(`/explore?series=${DEBT}`, { dataDir: folderWith(view(ID, { name: 'Mine' })) });
  await isThere();
  await isShown('Mine');
  await press('Clear');
  await isShown(undefined);
});
