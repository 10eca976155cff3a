import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../open-page.tsx';

test('undo takes back the last change of the chart, not what was only looked at since then', async () => {
  const { user, router } = await openPage('/explore?series=us_debt.total_public_debt_outstanding&range=1Y');
  const says = (words: Record<string, string | undefined>) =>
    waitFor(() => expect(router.state.location.search).toMatchObject(words));
  const asked = () => router.state.location.search as Record<string, string>;
  await user.click(await screen.findByText('5Y'));
  await says({ range: '5Y' });

  await user.dblClick(await screen.findByText('40,420,376,965,234.78'));
  await waitFor(() => expect(asked()).toHaveProperty('explain'));
  await user.click(screen.getByText('Long'));
  await says({ layout: 'long' });
  await user.click(screen.getByRole('button', { name: 'Table' }));
  await says({ table: 'closed' });

  await user.keyboard('{Control>}z{/Control}');
  await says({ range: '1Y' });
  // Another undo would go back beyond the chart as it was opened.
  await user.keyboard('{Control>}z{/Control}');
  await says({ range: '1Y' });

  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await says({ range: '5Y', table: 'closed', layout: 'long' });
  expect(asked()).toHaveProperty('explain');
});
