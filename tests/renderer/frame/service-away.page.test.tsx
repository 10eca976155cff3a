import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../open-page.tsx';

const CHART = '/explore?series=jolts.quits_rate_sa&range=10Y';
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
const STOPPED =
  'The data service stopped unexpectedly and is being started again. What is on the screen stays.';
const ENDED = 'Almanac has ended.';
const AGAIN = 'The data service is starting again.';

/** Finds the banner by the beginning of its text. */
const banner = (text: string) =>
  [...document.querySelectorAll('[data-flush]')].find(({ textContent }) => textContent?.startsWith(text));
const shows = (text: string) => waitFor(() => expect(banner(text)).toBeDefined());
const isGone = () =>
  waitFor(() =>
    expect(
      document.querySelector('[data-flush][data-tone=busy], [data-flush][data-tone=failure]'),
    ).toBeNull(),
  );
const line = () => document.querySelector('path[data-series]');

/** Opens a page whose service can go away and start again. */
async function openWith(address: string, answers: Record<string, () => object> = {}) {
  const service = { isAway: false, startedAt: 'first', ends: [] as string[] };
  const page = await openPage(address, {
    instead: async (request) => {
      const path = new URL(request.url).pathname;
      if (service.isAway) return noAnswer();
      const answer = answers[path.replace('/host/', '')];
      if (answer) return Response.json(answer());
      if (path !== '/host/state') return undefined;
      const state = {
        mode: 'browser',
        version: '1.2.3',
        can: ['computer', 'keys', 'import'],
        base_url: 'http://127.0.0.1:1',
        damage: null,
        incidents: [],
      };
      return Response.json({ ...state, started_at: service.startedAt });
    },
  });
  return { ...page, service };
}

test('if the service ends and returns, the page says so, its drawing stays, and failed requests are repeated', async () => {
  const { service, user, asked } = await openWith(CHART);
  await waitFor(() => expect(line()?.getAttribute('d')).toMatch(/L/));
  const drawn = line();
  service.isAway = true;
  const since = performance.now();
  await shows(STOPPED);
  expect(performance.now() - since).toBeLessThan(4_000);
  expect(line()).toBe(drawn);

  await user.click(await screen.findByRole('link', { name: 'Data' }));
  await screen.findByText(/The log could not be loaded\..* The data service does not answer\./);
  const before = asked.length;
  service.isAway = false;
  service.startedAt = 'second';
  await isGone();
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
  expect(asked.slice(before)).toContain('GET /host/jobs');
});

test('after a restart that no poll has noticed, the page requests again what may have changed', async () => {
  const { service, asked, client } = await openWith('/data');
  await screen.findByRole('heading', { name: 'Log of runs' });
  const before = asked.length;
  service.startedAt = 'second';
  await client.refetchQueries({ queryKey: ['app', 'state'] });
  await waitFor(() => expect(asked.slice(before)).toContain('GET /host/runs'));
  expect(banner(STOPPED)).toBeUndefined();
});

test('if the service stays away, the page says that it has ended, and how to start it', {
  tags: 'soak',
}, async () => {
  const { service } = await openWith(CHART);
  await waitFor(() => expect(line()?.getAttribute('d')).toMatch(/L/));
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  service.isAway = true;
  await shows(STOPPED);
  await vi.advanceTimersByTimeAsync(16_000);
  await shows(ENDED);
  expect(banner(ENDED)?.getAttribute('role')).toBe('alert');
  expect(line()?.getAttribute('d')).toMatch(/L/);
  service.isAway = false;
  await isGone();
});

test('Restart now: the page says at once that the service restarts, then drops the notice on waiting settings', {
  tags: 'soak',
}, async () => {
  const settings = { values: { page_size: 1000, port: 1 }, folder: '/data', waiting: ['page_size'] };
  const { service, user } = await openWith('/settings?group=service', {
    'file-settings': () => ({ ...settings, waiting: service.startedAt === 'first' ? ['page_size'] : [] }),
    'restart-service': () => ({}),
  });
  const button = () => screen.getByRole('button', { name: 'Restart now' });
  await screen.findByText(/^Page size takes effect when the data service is restarted\./);
  await user.click(button());
  await shows(AGAIN);
  // The old service still answers for a moment.
  expect(service.isAway).toBe(false);
  expect(button().hasAttribute('data-loading')).toBe(true);
  service.isAway = true;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect([banner(AGAIN), banner(STOPPED)].map(Boolean)).toEqual([true, false]);
  service.isAway = false;
  service.startedAt = 'second';
  await isGone();
  await waitFor(() => expect(screen.queryByText(/takes effect when/)).toBeNull());
  expect(screen.queryByText(/It was not restarted/)).toBeNull();
});

test('the data of this computer return once the service has restarted for them', async () => {
  const vault = {
    ...{ keychain: 'no-service', keychain_name: 'GNOME Keyring', kept_in: 'session', file: 'none' },
    ...{ message: 'Keys stay in memory.', ways: [], start_anew: null },
  };
  const choice = { key: 'absent', last4: null, message: null, vault };
  const { service, user } = await openWith('/settings?group=data', {
    team: () => ({ ...choice, address: service.startedAt === 'first' ? 'https://almanac.example' : '' }),
    'leave-team': () => ({}),
  });
  const row = within(await screen.findByRole('group', { name: /Data from$/ }));
  await user.click(await row.findByRole('button', { name: 'Use this computer’s data' }));
  await shows(AGAIN);
  expect(row.queryByText(/as you left them/)).toBeNull();
  service.startedAt = 'second';
  await row.findByText('You see this computer’s data again, as you left them.');
  await row.findByText('This computer');
});

test('Quit in the palette ends Almanac; the page says so, and sends no more requests', async () => {
  const { service, user, asked } = await openWith(CHART, { quit: () => ({}) });
  await waitFor(() => expect(line()?.getAttribute('d')).toMatch(/L/));
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('searchbox', { name: 'Find a series' });
  await user.paste('quit almanac');
  await user.click(await screen.findByRole('option', { name: /^Quit Almanac/ }));
  await screen.findByText('Almanac has ended. Start it again with npm start.');
  service.isAway = true;
  expect(asked).toContain('POST /host/quit');
  expect(screen.queryByRole('navigation')).toBeNull();
  const before = asked.length;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(asked.slice(before)).toEqual([]);
});

test('a file whose preview the service has lost must be chosen once more', async () => {
  const { service, user, client } = await openWith('/data');
  const csv =
    'dataset,series,date,value\nus_debt,total_public_debt_outstanding,2025-03-07,36214310000000.55\n';
  await user.upload(await screen.findByLabelText('File to import'), new File([csv], 'my-numbers.csv'));
  await screen.findByRole('region', { name: 'Preview' });
  service.startedAt = 'second';
  await client.refetchQueries({ queryKey: ['app', 'state'] });
  await screen.findByText(
    'my-numbers.csv was not imported, because the data service restarted. Choose it again.',
  );
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
});
