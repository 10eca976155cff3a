import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../open-page.tsx';

const titles = () =>
  within(screen.getByRole('list', { name: 'Tiles' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

test('a change of a board is there when the page is opened again', async () => {
  const { user, dataDir, close } = await openPage('/board');
  await user.click(await screen.findByRole('button', { name: 'Copy Labour' }));
  await user.click(await screen.findByRole('button', { name: 'More for Openings and hires' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  const field = screen.getByRole('textbox', { name: 'Name of the tile' });
  await user.clear(field);
  await user.type(field, 'Jobs{Enter}');
  await waitFor(() => expect(titles()).toContain('Jobs'));
  await waitFor(() => expect(document.querySelector('[data-saved]')).not.toBeNull());
  const address = location.pathname + location.search;
  await close();

  await openPage(address, { dataDir });
  await screen.findByRole('list', { name: 'Tiles' });
  expect(titles()).toEqual([
    'Initial claims and their 4-week average',
    ...['Continued claims', 'Jobs', 'Quits and layoffs, rates', 'Initial claims by state'],
    'Personal income on the year',
  ]);
});
