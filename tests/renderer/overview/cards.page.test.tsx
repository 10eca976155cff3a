import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keepView } from '../../../renderer/view/index.ts';
import { publish, temporaryFolder } from '../../api/folder.ts';
import { openPage } from '../open-page.tsx';
import { AT, brief, COPY, cardOf, cards, folder, titles } from './overview-page.ts';

test('the screen shows the brief, the cards and the calendar of a folder in full', async () => {
  const dataDir = folder();
  const { client } = await openPage('/overview?since=run-2&show=jolts', { dataDir, at: AT });
  const news = await brief();
  await within(news).findByText(/^Quits, rate, SA:/);
  expect(news.getAttribute('aria-busy')).toBe('false');
  expect(within(news).getByText('Open the state map').getAttribute('href')).toBe('/states');
  const line = () => document.querySelector('[data-series^=jolts]')?.getAttribute('d');
  const before = line();
  expect(before).toMatch(/^M.*L/);
  await waitFor(() => expect(cardOf('Job openings, level, SA').textContent).toContain('on the month'));
  expect([...news.querySelectorAll('[data-item]')].map(({ textContent }) => textContent)).toEqual([
    'Weekly unemployment claims: 3 new',
    'Job openings and labor turnover (JOLTS): 1 new, 4 revised',
    'Weekly unemployment claims by state: 7 new',
    'Index and fund constituents: SP500 of 2025-03-12, 12 members; SP500 of 2025-02-28, 12 members',
  ]);
  expect([...news.querySelectorAll('[data-numbers]')].map(({ textContent }) => textContent)).toEqual([
    'Initial claims, SA: 220,000 claims in the week ending 2025-03-08, −2,000 on the week.  Copy sentence Open in Explore',
    '3 revised' +
      'Job openings, level, SA: 7.740 mn positions in January 2025, revised from 7.600 mn to 7.740 mn (+140 k), +233 k on the month. December 2024 was revised from 7.508 mn to 7.507 mn (−1 k).  Copy sentence Open in Explore' +
      '2024-11: 8,031 → 7,566 (−465)2025-01: 7,600 → 7,740 (+140)2024-12: 7,508 → 7,507 (−1)' +
      '1 new, 1 revised' +
      'Quits, rate, SA: 2.1 % in January 2025, +0.2 pp on the month. December 2024 was revised from 2.0 % to 1.9 % (−0.1 pp).  Copy sentence Open in Explore' +
      '2024-12: 2.0 → 1.9 (−0.1)',
    '3 areas, newest week 2025-03-08. Open the state mapall 4 series…',
    '',
  ]);
  expect(screen.getByLabelText('Sample data').textContent).toContain('(Treasury par yields), made up');
  const dot = 'New with run 2 and after it';
  const chart = (id: string) => `/explore?series=${id}&range=5Y`;
  expect(cards()).toEqual([
    {
      text: 'Initial claims, SA220,000 claims−2,000 on the week2025-03-08',
      to: chart('ui_weekly_claims.initial_claims_sa'),
      dot,
    },
    {
      text: 'Job openings, level, SA7.740 mn positions+233 k on the month2025-01-01',
      to: chart('jolts.job_openings_level_sa'),
      dot,
    },
    { text: 'Initial claims by state, not seasonally adjustedno data yet ', to: '/states', dot },
    {
      text: 'Personal income, SA at annual ratesno data yet ',
      to: chart('personal_income_and_outlays.total_personal_income'),
    },
    { text: 'Exports to Asiano data yet ', to: chart('us_exports.asia') },
    {
      text: 'US Treasury securities held, totalno data yet ',
      to: chart('factors_affecting_reserve_balances.treasury_securities_total'),
    },
    { text: 'Total public debt outstandingno data yet ', to: chart('us_debt.total_public_debt_outstanding') },
    { text: 'Treasury par yield, 10-yearSample4.27 %−0.04 pp on the day2025-03-13', to: '/yields' },
    { text: 'S&P 500 companies12 members 2025-03-12', to: '/constituents?code=SP500', dot },
  ]);
  const next = screen.getByRole('complementary', { name: 'Next 14 days' });
  const week = within(next)
    .getAllByRole('heading', { level: 3 })
    .slice(0, 5)
    .map((day) => [
      day.textContent,
      within(day.parentElement as HTMLElement)
        .getAllByRole('listitem')
        .map(
          (release) => `${release.textContent?.slice(0, 5)} ${release.querySelector('.grow')?.textContent}`,
        ),
    ]);
  // Daily releases have a quiet style.
  const quiet = [...next.querySelectorAll('li.quiet .grow')].map(({ textContent }) => textContent);
  expect(new Set(quiet)).toEqual(new Set(['National debt (Debt to the Penny)', 'Treasury par yields']));
  const debt = '16:15 National debt (Debt to the Penny)';
  const yields = '18:00 Treasury par yields';
  expect(week).toEqual([
    ['Fri 2025-03-14', [debt, yields]],
    ['Mon 2025-03-17', [debt, yields]],
    ['Tue 2025-03-18', [debt, yields]],
    ['Wed 2025-03-19', [debt, yields]],
    [
      'Thu 2025-03-20',
      [
        '08:30 Weekly unemployment claims',
        '08:30 Weekly unemployment claims by state',
        debt,
        '16:30 Factors affecting reserve balances (H.4.1)',
        yields,
      ],
    ],
  ]);
  publish(dataDir, 'jolts', [{ code: 'job_openings_level_sa', date: '2025-02-01', value: '7000' }]);
  await client.refetchQueries({ queryKey: ['catalog'] });
  await waitFor(() =>
    expect(cardOf('Job openings, level, SA').textContent).toContain('7 mn positions−740 k'),
  );
  expect(line()).not.toBe(before);
});

const inMenu = async (user: UserEvent, title: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `More of ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

test('cards are moved and hidden, and the arrangement is there on the next visit', async () => {
  const dataDir = folder();
  const { user, close } = await openPage('/overview', { dataDir, at: AT });
  await brief();
  const [claims, openings, states, ...others] = titles() as [string, string, string, ...string[]];
  await inMenu(user, claims, 'Move after');
  await waitFor(() => expect(titles()).toEqual([openings, claims, states, ...others]));
  await inMenu(user, states, 'Move before');
  await waitFor(() => expect(titles()).toEqual([openings, states, claims, ...others]));
  fireEvent.keyDown(cardOf(openings), { key: 'ArrowRight' });
  expect(titles()).toEqual([openings, states, claims, ...others]);
  // The browser does not also go forward.
  expect(fireEvent.keyDown(cardOf(openings), { key: 'ArrowRight', altKey: true })).toBe(false);
  await waitFor(() => expect(titles()).toEqual([states, openings, claims, ...others]));
  const dataTransfer = { setData: () => undefined };
  fireEvent.dragStart(cardOf(claims), { dataTransfer });
  expect(cardOf(claims).dataset.dimmed).toBe('true');
  expect(fireEvent.dragOver(cardOf(states), { dataTransfer })).toBe(false);
  fireEvent.drop(cardOf(states), { dataTransfer });
  fireEvent.dragEnd(cardOf(claims));
  await waitFor(() => expect(titles()).toEqual([claims, states, openings, ...others]));
  expect(cardOf(claims).dataset.dimmed).toBeUndefined();
  (cardOf(states).parentElement as HTMLElement).style.gridTemplateColumns = '1fr 1fr';
  for (const [key, order] of [
    ['ArrowDown', [states, openings, claims, ...others]],
    ['ArrowUp', [claims, states, openings, ...others]],
  ] as const) {
    fireEvent.keyDown(cardOf(claims), { key, altKey: true });
    await waitFor(() => expect(titles()).toEqual(order));
  }
  await inMenu(user, states, 'Hide');
  await waitFor(() => expect(titles()).toEqual([claims, openings, ...others]));
  await screen.findByRole('button', { name: `Show ${states}` });
  await close();

  const again = await openPage('/overview', { dataDir, at: AT });
  await brief();
  expect(titles()).toEqual([claims, openings, ...others]);
  await again.user.click(await screen.findByRole('button', { name: `Show ${states}` }));
  await waitFor(() => expect(titles()).toContain(states));
  expect(screen.queryByRole('button', { name: `Show ${states}` })).toBeNull();
});

test('a series is pinned, and opened in Explore by itself or in the chart that is open', async () => {
  const { user, router } = await openPage('/overview', { dataDir: folder(), at: AT });
  await brief();
  const first = titles();
  const pin = async (word: string, title: string, first = title, shows = / on the (day|week)/) => {
    await user.click(screen.getByRole('button', { name: 'Pin a series' }));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Which series' }), {
      target: { value: word },
    });
    const found = await screen.findByText(title, { selector: '[role=option] *, [role=option]' });
    expect(document.querySelector('[role=option]')?.textContent).toBe(first);
    await user.click(found);
    await waitFor(() => expect(titles().at(-1)).toBe(title));
    await waitFor(() => expect(cardOf(title).textContent).toMatch(shows));
    return cards().at(-1);
  };
  const california = 'California: Initial claims, NSA';
  expect(await pin('a: Initial claims, NSA', california, 'Alaska: Initial claims, NSA')).toEqual({
    text: `${california}41,000 claims−3,000 on the week2025-03-08`,
    to: '/explore?series=ui_state_weekly_claims.initial_claims.CA&range=5Y',
    dot: 'Unread',
  });
  expect(await pin('10-year less 2', 'Yield spread, 10-year less 2-year')).toEqual({
    text: 'Yield spread, 10-year less 2-yearSample0.32 pp+0.02 pp on the day2025-03-13',
    to: '/explore?series=yields.US10Y_US2Y&range=5Y',
    dot: undefined,
  });
  expect(titles().slice(0, -2)).toEqual(first);
  expect((await pin('Hires, rate, SA', 'Hires, rate, SA', undefined, /no data yet/))?.text).toBe(
    'Hires, rate, SAno data yet ',
  );
  await inMenu(user, california, 'Open in Explore');
  const lines = () => new URLSearchParams(location.search).get('series');
  await waitFor(() => expect(lines()).toBe('ui_state_weekly_claims.initial_claims.CA'));
  // The chart has loaded, so Explore has kept it.
  await screen.findByRole('region', { name: /from \d{4}-/ });
  await router.navigate({ to: '/overview' });
  await brief();
  await inMenu(user, 'Job openings, level, SA', 'Add to chart');
  await waitFor(() =>
    expect(lines()).toBe('ui_state_weekly_claims.initial_claims.CA,jolts.job_openings_level_sa'),
  );
});

test('a full chart takes no further line, and an empty Almanac says what can be done', async () => {
  const lines = ['US1M', 'US2M', 'US3M', 'US6M', 'US1Y', 'US2Y', 'US3Y', 'US5Y'];
  keepView({ series: lines.map((code) => `yields.${code}`).join() });
  const { user, close } = await openPage('/overview', { dataDir: folder(), at: AT });
  await brief();
  await user.click(screen.getByLabelText('More of Initial claims, SA'));
  const add = await screen.findByText('Add to chart: it has eight lines');
  expect(add.closest('button')?.disabled).toBe(true);
  await close();
  await openPage('/overview', { dataDir: temporaryFolder(), at: AT });
  await screen.findAllByText('No data yet');
  expect(screen.queryByRole('region', { name: 'What is new' })).toBeNull();
});

test('a card whose publisher has newer numbers names them and refreshes that dataset, except in a copy of a team', {
  tags: 'soak',
}, async () => {
  const refreshed: unknown[] = [];
  const job = { id: 1, kind: 'refresh', title: 'ui_weekly_claims', state: 'running', runs: [], notes: [] };
  const none = { progress: null, code: null, message: null, preview: null };
  let isCopy = false;
  const page = {
    dataDir: folder(),
    at: '2025-04-14T15:00:00.000Z',
    instead: async (request: Request) => {
      const { pathname } = new URL(request.url);
      if (isCopy && pathname === '/host/state') return Response.json(COPY);
      if (pathname !== '/host/refresh') return undefined;
      refreshed.push(await request.json());
      return refreshed.length === 1
        ? Response.json({ detail: 'Another refresh is running.' }, { status: 409 })
        : Response.json({ jobs: [{ ...job, ...none }] });
    },
  };
  const late = async (user: UserEvent, title: string) => {
    await brief();
    await user.click(await within(cardOf(title)).findByText(/^Late/));
    return screen.findByRole('dialog');
  };
  const { user, close } = await openPage('/overview', page);
  const dialog = await late(user, 'Initial claims, SA');
  expect(dialog.textContent).toBe(
    'The numbers of 2025-04-05 should be here: US Department of Labor, Employment and Training Administration releases Thursday 08:30 ET: initial claims for the week ended the Saturday before, continued claims for the week before that.Behind: Initial claims, seasonally adjusted.Refresh',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Refresh' }));
  await within(dialog).findByText('Another refresh is running.');
  await user.click(within(dialog).getByRole('button', { name: 'Refresh' }));
  await within(dialog).findByText('The refresh has begun. See its progress in Data.');
  expect(refreshed).toEqual(Array(2).fill({ datasets: ['ui_weekly_claims'] }));
  // Data that are not held are not late.
  expect(within(cardOf('Exports to Asia')).queryByText(/^Late/)).toBeNull();
  await close();
  const others = ['hires', 'quits', 'layoffs_discharges', 'total_separations'];
  const rows = others.map((what) => ({ code: `${what}_level_sa`, date: '2025-01-01', value: '1' }));
  publish(page.dataDir, 'jolts', rows);
  isCopy = true;
  const copy = await openPage('/overview', page);
  expect((await late(copy.user, 'Job openings, level, SA')).textContent).toMatch(
    /Behind: [^;]+(; [^;]+){3} and 2 more\.$/,
  );
});

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
  // Loading the page again does not generate another key.
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.href).toBe('/access'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('with the first real data the welcome gives way to the news', async () => {
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
