import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OVERVIEW } from '../../../renderer/overview/index.ts';
import { publish } from '../../api/folder.ts';
import { openPage, windowOf } from '../open-page.tsx';
import { AT, brief, explained, folder } from './overview-page.ts';

test('an unknown ‘since’ is read as the last visit; its notice, and that of a missing saved view, is dismissed', async () => {
  const { user } = await openPage('/overview?since=tomorrow&gone=1', { dataDir: folder(), at: AT });
  await brief();
  const problem = screen.getByText(/^‘tomorrow’ in the link is not a date/);
  screen.getByRole('button', { name: 'Since: Last visit' });
  const gone = screen.getByText(/^The saved view that Almanac should start with no longer exists\./);
  await user.click(within(gone.parentElement as HTMLElement).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(location.search).toBe('?since=tomorrow'));
  expect(problem.isConnected).toBe(true);
  await user.click(screen.getByLabelText('Dismiss'));
  await waitFor(() => expect(location.search).toBe(''));
});

test('keys move through the items, explain a number, close the explanation, and mark all as read', {
  tags: 'soak',
}, async () => {
  const { user } = await openPage('/overview?since=run-2', { dataDir: folder(), at: AT });
  const news = await brief();
  await within(news).findByRole('button', { name: /^Weekly unemployment claims: / });
  const focused = () => document.activeElement?.textContent;
  /** Presses a key of the sheet of keys, found by what it does. */
  const press = (does: RegExp, at = 0) => {
    const found = OVERVIEW.shortcuts?.[0]?.shortcuts.find((one) => does.test(one.does));
    return user.keyboard(found?.keys[at]?.join('').toLowerCase() ?? '');
  };
  await press(/^The next item/, 1);
  expect(focused()).toBe('S&P 500 companies');
  const explained = () => new URLSearchParams(location.search).get('explain');
  const next = screen.getByRole('complementary', { name: 'Next 14 days' });
  expect(next.querySelector('a')?.getAttribute('href')).toBe('/guide/overview#releases');
  await press(/^Explain/);
  await waitFor(() => expect(explained()).toBe('constituents.SP500.on.2025-03-12'));
  // The explanation takes the place of the releases.
  await waitFor(() => expect(document.querySelector('aside[aria-label="Next 14 days"]')).toBeNull());
  // Escape closes it wherever the focus is.
  const blur = () => (document.activeElement as HTMLElement).blur();
  blur();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(explained()).toBeNull());
  blur();
  await press(/^The next item/);
  expect(focused()).toBe('Weekly unemployment claims: 3 new');
  await user.keyboard('jj');
  expect(focused()).toBe('Weekly unemployment claims by state: 7 new');
  await user.keyboard('k');
  expect(focused()).toBe('Job openings and labor turnover (JOLTS): 1 new, 4 revised');
  await user.keyboard('e');
  await waitFor(() => expect(explained()).toMatch(/^jolts\.job_openings_level_sa\.on\./));
  await press(/^Mark as read/);
  await screen.findByRole('button', { name: 'Undo' });
});

test('what could not be loaded is reported, and Retry loads it', async () => {
  const [catalog, changes, calendar] = ['/api/v1/catalog', '/host/changes', '/host/calendar'] as const;
  let fails: readonly string[] = [catalog];
  const { user, asked, client } = await openPage('/overview?since=run-2', {
    dataDir: folder(),
    at: AT,
    instead: ({ url }) => {
      const { pathname } = new URL(url);
      return fails.includes(pathname)
        ? Response.json({ detail: `${pathname} is down.` }, { status: 500 })
        : undefined;
    },
  });
  const retry = async (failure: string, next: readonly string[]) => {
    const alert = (await screen.findByText(failure)).closest('[role=alert]') as HTMLElement;
    fails = next;
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    return asked.at(-1);
  };
  const first = await retry(`What is new could not be loaded: ${catalog} is down.`, [changes, calendar]);
  expect(first).toBe(`GET ${catalog}`);
  await retry(`What is new could not be loaded: ${changes} is down.`, [calendar]);
  await retry(`The calendar could not be loaded: ${calendar} is down.`, [changes]);
  await screen.findByText(/^Times are US Eastern/);
  fails = [changes, calendar];
  await client.refetchQueries({ predicate: ({ queryKey }) => queryKey[1] === 'calendar' });

  const news = await brief();
  await user.click(await within(news).findByRole('button', { name: 'Take away' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save all changes as CSV' }));
  await within(news).findByText(`The changes could not be saved: ${changes} is down.`);
  const states = within(news).getByRole('button', { name: /^Weekly unemployment claims by state/ });
  await user.click(states);
  await within(news).findByText(`The series could not be loaded: ${changes} is down.`);
  fails = [];
  await user.click(states);
  await user.click(states);
  const texas = await within(news).findByLabelText('Open in Explore: Texas: Initial claims, NSA');
  expect(texas.getAttribute('href')).toBe(
    '/explore?series=ui_state_weekly_claims.initial_claims.TX&range=5Y',
  );
  // Loaded data stay if loading them again fails.
  screen.getByText(/^Times are US Eastern/);
});

test('each word of the address explains its number', async () => {
  const dataDir = folder();
  const shown = async (word: string, wanted: string): Promise<string> => {
    const { close } = await openPage(`/overview?explain=${word}`, { dataDir, at: AT });
    await waitFor(async () => expect(await explained()).toContain(wanted));
    const text = await explained();
    await close();
    return text.replace('Explain this number', '');
  };
  expect(await shown('ui_state_weekly_claims.initial_claims.on.2025-03-08', 'Texas')).toBe(
    'Initial claims by state, not seasonally adjusted57,241 claimsSum of 2 areas.California2025-03-0841,000 claimsTexas2025-03-0816,241 claims',
  );
  expect(await shown('jolts.job_openings_level_sa.on.2025-01-01.median.303', 'Source')).toMatch(
    /^Job openings, level, SA, median revision303 thousands of positionsThe median size, .*Job openings, level, SA2025-01-017,740 thousands of positionsAs published\./,
  );
  expect(await shown('yields.US10Y.on.2025-03-13.revised.-1.5', '−')).toContain(
    'revision5.77 percentage pointsRevision.new − old4.27 − (−1.5) = 5.77',
  );
  expect(await shown('constituents.SP500.on.2025-02-28', 'run 5')).toBe(
    'S&P 500 companiesThe list of members as its publisher gave it.SourcefixtureFilefixturePlacenot keptSHA-256Imported2026-11-20 12:00 UTC, run 5',
  );
});

test('a number of all states is the sum of the areas, its change that of two weeks; unknown words are reported', async () => {
  let isDown = true;
  const word = 'ui_state_weekly_claims.initial_claims.on.2025-03-08.from.2025-03-01';
  const { user, router } = await openPage(`/overview?explain=${word}`, {
    dataDir: folder(),
    at: AT,
    instead: ({ url }) =>
      isDown && /host\/explain|series=initial_claims\b/.test(url)
        ? Response.json({ detail: 'The disk is gone.' }, { status: 500 })
        : undefined,
  });
  const retry = async () => {
    const failed = await screen.findByText('The explanation could not be loaded: The disk is gone.');
    isDown = false;
    const alert = failed.closest('[role=alert]') as HTMLElement;
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await screen.findByText('Explain this number');
  };
  await retry();
  await waitFor(async () => expect(await explained()).toContain('57,241'));
  expect(await explained()).toBe(
    'Explain this numberInitial claims by state, not seasonally adjusted, change−23,759 claimsChange from 2025-03-01.x(t) − x(then)57,241 − 81,000 = −23,7592025-03-0857,241 claims2025-03-0181,000 claims',
  );
  isDown = true;
  router.history.push('/overview?explain=jolts.job_openings_level_sa.on.2025-01-01.from.2024-12-01');
  await retry();
  await waitFor(async () => expect(await explained()).toContain('7,740 − 7,507 = 233'));
  router.history.push('/overview?explain=jolts.no.on.2025-01-01');
  expect((await screen.findByText(/^There is no number/)).textContent).toBe(
    'There is no number ‘jolts.no.on.2025-01-01’ here.',
  );
});

test('in a narrow window the releases are a tab: one already here, one about a day, and one within a week', async () => {
  windowOf(1000);
  const release = { dataset: 'jolts', date: '2025-02-01', is_about: false, is_here: false };
  const at = '2025-03-18T14:00:00.000Z';
  const releases = [
    { ...release, at, text: 'Tue 2025-03-18, 10:00 ET', is_here: true },
    { ...release, at, text: 'about Tue 2025-03-18', is_about: true, dataset: 'us_exports' },
    { ...release, at, text: 'in the week to Mon 2025-03-24', is_about: true, dataset: 'us_debt' },
  ];
  const { user, saved } = await openPage('/overview', {
    dataDir: folder(),
    at: AT,
    instead: ({ url }) =>
      new URL(url).pathname === '/host/calendar'
        ? Response.json({ from: '2025-03-14', days: 14, releases })
        : undefined,
  });
  await user.click(await screen.findByRole('tab', { name: 'Next 14 days' }));
  const next = await screen.findByRole('tabpanel');
  await within(next).findByRole('heading', { level: 3, name: 'Tue 2025-03-18' });
  const timesHere = [...next.querySelectorAll('[title]')].map((time) => time.getAttribute('title'));
  for (const time of timesHere) expect(time).toMatch(/^Tue 2025-03-18, 10:00 ET: (\w{3} )?\d\d:\d\d here$/);
  expect(
    within(next)
      .getByText(/^Times are US Eastern/)
      .textContent?.includes('; below each, '),
  ).toBe(timesHere.length > 0);
  const days = within(next).getAllByRole('heading', { level: 3 });
  expect(
    days.map((day) => [
      day.textContent,
      [...(day.parentElement as HTMLElement).querySelectorAll('ul > li')].map((one) =>
        one.textContent?.replace(/(?<=10:00)(\w{3} )?\d\d:\d\d/, ''),
      ),
    ]),
  ).toEqual([
    [
      'Tue 2025-03-18',
      ['10:00Job openings and labor turnover (JOLTS)here', 'aboutUS exports of goods by world region'],
    ],
    ['In the week to Mon 2025-03-24', ['National debt (Debt to the Penny)']],
  ]);
  await user.click(within(next).getByRole('button', { name: 'Save .ics' }));
  const events = (await saved[0]?.text)?.replaceAll('\r\n ', '').split('\r\n');
  expect(events?.filter((line) => /^(UID|DTSTART|SUMMARY)/.test(line))).toEqual([
    ...['UID:jolts-2025-02-01@almanac', 'DTSTART:20250318T140000Z'],
    'SUMMARY:Job openings and labor turnover (JOLTS)',
    ...['UID:us_exports-2025-02-01@almanac', 'DTSTART;VALUE=DATE:20250318'],
    'SUMMARY:US exports of goods by world region\\, about Tue 2025-03-18',
    ...['UID:us_debt-2025-02-01@almanac', 'DTSTART;VALUE=DATE:20250318'],
    'SUMMARY:National debt (Debt to the Penny)\\, in the week to Mon 2025-03-24',
  ]);
});

test('leaving the screen after twenty seconds marks what is new since the last visit as read', {
  tags: 'soak',
}, async () => {
  const dataDir = folder();
  const heading = async () => (await brief()).querySelector('h2')?.textContent;
  const { now } = performance;
  /** Opens Overview, waits there, and goes to another screen. */
  const visit = async (address: string, ms: number) => {
    const { router, client, close } = await openPage(address, { dataDir, at: AT });
    const found = await heading();
    performance.now = () => now.call(performance) + ms;
    await router.navigate({ to: '/saved' });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'What is new' })).toBeNull());
    performance.now = now;
    await waitFor(() => expect(client.isMutating()).toBe(0));
    await close();
    return found;
  };
  expect(await visit('/overview', 8_000)).toBe('What is new since the beginning');
  expect(await visit('/overview?since=7d', 25_000)).toBe('What is new in the last 7 days');
  expect(await visit('/overview', 25_000)).toBe('What is new since the beginning');
  // A run that brings nothing is not marked as read, so the mark before it can still be undone.
  publish(dataDir, 'jolts', []);
  expect(await visit('/overview', 25_000)).toMatch(/^What is new since your last visit, \w+ \d\d:\d\d$/);
  const { user } = await openPage('/overview', { dataDir, at: AT });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await heading()).toBe('What is new since the beginning'));
});
