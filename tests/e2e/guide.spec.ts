import { GUIDE } from '../../renderer/guide/index.ts';
import { expect, test } from './fixtures.ts';
import { goTo, isScreen, railLink } from './steps.ts';

test.use({ opensHome: false });

test('the guide is read, searched and turned, and its examples open', async ({ page, explore }) => {
  await goTo(page, '/guide/yields#why-there-are-no-forward-rates');
  await isScreen(page, GUIDE.title);
  // A link to a part shows it, and the reader goes on there.
  const part = page.getByRole('heading', { name: 'Why there are no forward rates' });
  await expect(part).toBeInViewport();
  await expect(part).toBeFocused();
  await expect(page.getByRole('cell', { name: '70', exact: true })).toBeVisible();
  await expect(railLink(page, GUIDE.title)).toHaveAttribute('aria-current', 'page');

  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: /Next/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'State claims' })).toBeInViewport();
  await page.goBack();
  await expect(part).toBeInViewport();

  const search = page.getByRole('searchbox', { name: 'Search the guide' });
  await search.fill('hhi');
  await page.getByRole('list', { name: 'Found in the guide' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/guide\/lists#concentration$/);
  await expect(page.getByRole('heading', { name: 'Concentration' })).toBeInViewport();
  await search.fill('zebra crossing');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await search.press('Escape');
  const contents = page.getByRole('navigation', { name: 'Contents of the guide' });
  await contents.getByRole('link', { name: 'Shortcuts' }).click();
  await expect(page.getByRole('region', { name: 'In the table', exact: true })).toBeVisible();

  await contents.getByRole('link', { name: 'Explore', exact: true }).click();
  await page.getByRole('link', { name: 'quits for each hundred hires' }).click();
  await explore.isDrawn();
  await expect(page).toHaveURL(/formulas=a/);

  await goTo(page, '/guide/nowhere');
  await expect(page.getByText('The guide has no page “nowhere”.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Start' })).toBeVisible();
});

test('a question mark opens its part of the guide; back leads back @soak', async ({ page, explore }) => {
  await explore.open('?series=jolts.quits_level_sa&range=5Y&units=pch');
  await page.getByRole('button', { name: 'Chart options' }).click();
  await page.getByRole('link', { name: 'Help: aggregation' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Aggregation' })).toBeVisible();
  await page.goBack();
  await explore.isDrawn();
  await expect(page).toHaveURL(/units=pch/);

  await goTo(page, '/states');
  await page.getByRole('link', { name: 'Help: measures' }).click();
  await expect(page.getByRole('heading', { name: 'Measures' })).toBeInViewport();
});
