import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../open-page.tsx';
import { AT, brief, cardOf, folder } from './overview-page.ts';

test('while all data are samples Overview says what Almanac is, and leads to a chart, the real data and a key', async () => {
  const { user, router } = await openPage('/overview');
  const welcome = await screen.findByRole('region', { name: 'Welcome to Almanac' });
  expect(screen.queryByText(/^Nothing new/)).toBeNull();
  expect(screen.queryByRole('region', { name: 'What is new' })).toBeNull();
  expect([...welcome.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/explore?series=yields.US10Y&range=5Y',
    '/data#get-data',
    '/access#new-key',
  ]);
  await user.click(within(welcome).getByText('Make a key'));
  await screen.findByRole('dialog', { name: 'Generate a key' });
  // A reload asks for no other one.
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.href).toBe('/access'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('with the first real data it gives way to the news', async () => {
  await openPage('/overview', { dataDir: folder(), at: AT });
  await brief();
  expect(screen.queryByText('Welcome to Almanac')).toBeNull();
});

test('a card whose numbers cannot be loaded says so', async () => {
  await openPage('/overview', {
    dataDir: folder(),
    at: AT,
    instead: ({ url }) =>
      new URL(url).pathname.endsWith('/host/headlines')
        ? Response.json({ detail: 'It is down.' }, { status: 422 })
        : undefined,
  });
  await brief();
  await waitFor(() => expect(cardOf('Job openings, level, SA').textContent).toContain('could not be loaded'));
});
