import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../open-page.tsx';

const CHART = '/explore?series=jolts.quits_rate_sa&range=10Y&units=pc1&frequency=q';
type Page = Awaited<ReturnType<typeof openPage>>;

const field = () => screen.findByRole('searchbox', { name: 'Find a series' });
/** The row that Enter chooses. */
const row = () => document.querySelector('[role=dialog] [data-combobox-selected]') as HTMLElement | null;
const list = () => document.querySelector('[role=dialog] [role=listbox]') as HTMLElement;
const address = ({ router }: Page) => router.state.location;

async function find({ user }: Page, words: string): Promise<void> {
  await user.keyboard('{Control>}k{/Control}');
  await field();
  await user.paste(words);
  await waitFor(() => expect(row()?.textContent).toMatch(/\w/));
}

/** Opens Data after Explore has shown a chart. */
async function onData(): Promise<Page> {
  const page = await openPage(CHART);
  await shows(page, { units: 'pc1' });
  await page.user.click(await screen.findByRole('link', { name: 'Data' }));
  await screen.findByRole('heading', { level: 1, name: 'Data' });
  return page;
}

/** Waits until Explore shows a chart and has stored it. */
const shows = (page: Page, search: object) =>
  waitFor(() => {
    expect(address(page)).toMatchObject({ pathname: '/explore', search });
    expect(JSON.parse(sessionStorage.getItem('almanac-last-view') ?? '{}')).toMatchObject(search);
  });

test('on another screen a series or dataset opens in a new chart, and Shift+Enter adds it to the chart of Explore', async () => {
  const page = await onData();
  await find(page, 'debt_held_by_public');
  expect(row()?.textContent).toContain('Opens a new chart');
  await page.user.keyboard('{Enter}');
  await shows(page, { series: 'us_debt.debt_held_by_public', range: '5Y' });
  expect(address(page).search).not.toHaveProperty('units');

  page.router.history.back();
  await screen.findByRole('heading', { level: 1, name: 'Data' });
  await find(page, 'Treasury par yields');
  await page.user.click(within(list()).getByRole('option', { name: /Dataset, / }));
  await shows(page, { series: 'yields.US10Y' });

  page.router.history.push(CHART);
  await shows(page, { units: 'pc1' });
  page.router.history.push('/data');
  await screen.findByRole('heading', { level: 1, name: 'Data' });
  await find(page, 'debt_held_by_public');
  await page.user.keyboard('{Shift>}{Enter}{/Shift}');
  await shows(page, {
    ...{ series: 'jolts.quits_rate_sa,us_debt.debt_held_by_public', range: '10Y', units: 'pc1' },
  });
});

test('everybody gets the second action as a button under the list, and the mouse also as one in the row', {
  tags: 'soak',
}, async () => {
  const page = await onData();
  await find(page, 'US2Y');
  await page.user.click(screen.getByRole('button', { name: /^Add to chart/ }));
  await shows(page, { series: 'jolts.quits_rate_sa,yields.US2Y' });

  // On Explore the two actions change places.
  await find(page, 'US10Y');
  expect(row()?.textContent).toContain('Adds to the chart');
  const second = row()?.querySelector('[data-second]');
  expect(second?.textContent).toBe('New chart');
  await page.user.click(second as Element);
  await shows(page, { series: 'yields.US10Y', range: '5Y' });
  await find(page, 'US30Y');
  await page.user.keyboard('{Enter}');
  await shows(page, { series: 'yields.US10Y,yields.US30Y' });
});

test('if a full chart cannot take the series, the search says so and does not open the chart', async () => {
  const page = await openPage(
    '/explore?series=yields.US1M,yields.US2M,yields.US3M,yields.US6M,yields.US1Y,yields.US2Y,yields.US3Y,yields.US5Y',
  );
  await shows(page, { series: expect.stringContaining('US5Y') });
  page.router.history.push('/data');
  await screen.findByRole('heading', { level: 1, name: 'Data' });
  await find(page, 'debt_held_by_public');
  await page.user.keyboard('{Shift>}{Enter}{/Shift}');
  await screen.findByText('Eight lines are shown: remove one to add another.');
  expect(address(page).pathname).toBe('/data');
  await page.user.keyboard('{Enter}');
  await shows(page, { series: 'us_debt.debt_held_by_public' });
});

test('New chart and Clear keep nothing of the chart, and follow the settings for new charts', async () => {
  const page = await openPage(CHART);
  const empty = { series: '', range: '5Y' };
  await page.user.click(await screen.findByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(address(page).search).toEqual(empty));
  page.router.history.back();
  await shows(page, { units: 'pc1' });
  await page.user.click(await screen.findByRole('button', { name: 'Chart options' }));
  await page.user.click(await screen.findByRole('button', { name: 'New chart' }));
  await waitFor(() => expect(address(page).search).toEqual(empty));
});

test('both searches name what Almanac does not have, and show the nearest series', {
  tags: 'soak',
}, async () => {
  const page = await openPage(CHART);
  await page.user.type(await screen.findByRole('searchbox', { name: 'Search series' }), 'gdp');
  await screen.findByText('Almanac has no GDP. Nearest series:');
  expect(
    within(await screen.findByRole('listbox', { name: 'Series found' })).getAllByRole('option'),
  ).toHaveLength(1);
  await find(page, 'texas unemployment rate');
  await screen.findByText('Almanac has no unemployment rate. Nearest series:');
  expect(list().textContent).toContain('Texas: Insured unemployment rate');
});
