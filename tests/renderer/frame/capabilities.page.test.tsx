import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { appStateQuery, canNow, createQueryClient } from '../../../renderer/api/index.ts';
import type { Capability } from '../../../service/contract/app-state.ts';
import { openPage } from '../open-page.tsx';

/** Opens a page whose service reports these capabilities. @param answers by the name of an action */
async function openWith(
  address: string,
  can: readonly Capability[],
  team?: string,
  answers: Record<string, object> = {},
) {
  const page = await openPage(address, {
    instead: (request) => {
      const { pathname } = new URL(request.url);
      const answer = answers[pathname.replace('/host/', '')];
      if (answer) return Response.json(answer);
      if (pathname !== '/host/state') return undefined;
      return Response.json({
        ...{ mode: 'browser', version: '1.2.3', can, started_at: '' },
        ...{ base_url: 'http://127.0.0.1:1', damage: null, incidents: [], ...(team && { team }) },
      });
    },
  });
  await waitFor(() => expect(page.client.getQueryData(['app', 'state'])).toBeDefined());
  return page;
}

const screens = () =>
  within(screen.getByRole('navigation', { name: 'Screens' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

/** Drops a file over the screen. @returns the effect that the pointer shows */
function drop(): string {
  const main = screen.getByRole('main');
  const dataTransfer = { types: ['Files'], files: [new File(['a'], 'my-numbers.csv')], dropEffect: '' };
  for (const type of ['dragOver', 'drop'] as const) {
    const event = createEvent[type](main);
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
    fireEvent(main, event);
  }
  return dataTransfer.dropEffect;
}

test('without a capability the page has no Data and no API access, takes no dropped file, and asks for neither', async () => {
  const { router, asked } = await openWith('/settings', []);
  await waitFor(() => expect(screens()).toContain('Saved'));
  expect(screens()).not.toContain('Data');
  expect(screens()).not.toContain('API access');
  await screen.findByText(/^These are yours/);
  expect(screen.queryByRole('button', { name: 'Edit as JSON' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Keyboard' })).toBeDefined();
  for (const group of ['Data', 'Service', 'Folder', 'Publishers’ keys', 'Privacy'])
    expect(screen.queryByRole('button', { name: group })).toBeNull();
  expect(drop()).toBe('none');
  expect(router.state.location.pathname).toBe('/settings');

  // Somebody may have kept these addresses.
  const before = asked.length;
  await act(() => router.navigate({ to: '/data' }));
  await screen.findByText(/^The person who runs your team’s Almanac imports and refreshes its data\./);
  await act(() => router.navigate({ to: '/access' }));
  await screen.findByText(/^The person who runs your team’s Almanac makes its keys/);
  expect(asked.slice(before).filter((each) => /data-state|runs|storage|keys/.test(each))).toEqual([]);
});

test('without the import permission, Data offers neither import nor refresh, and a dropped file says so', async () => {
  await openWith('/data', ['computer', 'keys'], 'https://almanac.example');
  await screen.findByRole('heading', { name: 'Log of runs' });
  expect(screens()).toEqual(expect.arrayContaining(['Data', 'API access']));
  expect(screen.queryByLabelText('File to import')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Refresh/ })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Refresh' })).toBeNull();
  expect(screen.queryByLabelText('Back-up to restore')).toBeNull();
  expect(screen.getByRole('button', { name: 'Back up' })).toBeDefined();
  expect(drop()).toBe('copy');
  await screen.findByText(/my-numbers\.csv/);
});

test('an export whose bytes come in the answer is saved, and its progress is not requested', async () => {
  const receipt = {
    ...{ name: 'quits.csv', format: 'csv', rows: 1, observations: 1, complete: true, series: 1 },
    ...{ first: '2025-01-01', last: '2025-01-01', bytes: 8, sha256: 'a'.repeat(64) },
  };
  const address = (text: string) => `data:application/octet-stream;base64,${btoa(text)}`;
  const answer = {
    ...{ receipt, file: { name: 'quits.csv', url: address('date,Q\n1') } },
    sidecar: { name: 'quits.csv.json', url: address('{}') },
  };
  const { user, asked, saved } = await openWith(
    '/explore?series=jolts.quits_rate_sa&range=10Y',
    [],
    undefined,
    { export: answer },
  );
  await user.click(await screen.findByRole('button', { name: 'Take away' }));
  await screen.findByRole('menuitem', { name: 'See it…' });
  await user.click(screen.getByRole('menuitem', { name: /^Export data…/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Export data' });
  await user.click(within(dialog).getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect([saved[0]?.name, await saved[0]?.text]).toEqual(['quits.csv', 'date,Q\n1']);
  expect(asked.filter((each) => /export-progress|cancel-export/.test(each))).toEqual([]);
});

test('before the service has answered, the mark in the document decides; after that, the answer does', () => {
  const client = createQueryClient();
  const { dataset } = document.documentElement;
  onTestFinished(() => void delete dataset.servedBy);
  expect(canNow(client, 'import')).toBe(true);
  dataset.servedBy = 'team';
  expect(canNow(client, 'import')).toBe(false);
  client.setQueryData(appStateQuery.queryKey, { can: ['import'] } as never);
  expect([canNow(client, 'import'), canNow(client, 'keys')]).toEqual([true, false]);
});
