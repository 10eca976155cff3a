import { expect, test } from './fixtures.ts';
import { find, railLink } from './steps.ts';

const CLAIMS = '?series=ui_weekly_claims.initial_claims_sa&range=1Y';

test.use({ opensHome: false, viewport: { width: 1440, height: 900 } });

test('? shows the shortcuts, except while a text is typed @soak', async ({ page, explore }) => {
  await explore.open(CLAIMS);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await explore.search.pressSequentially('why?');
  await expect(explore.search).toHaveValue('why?');
  await expect(sheet).toHaveCount(0);
  await explore.chart.focus();
  await page.keyboard.press('?');
  await expect(sheet.getByText('Explain the number at the crosshair')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: 'Keyboard shortcuts (?)' }).click();
  await expect(sheet).toBeVisible();
});

test('keys lead to a date, to the search, and back to the whole range @soak', async ({ page, explore }) => {
  await explore.open(CLAIMS);
  await explore.chart.focus();
  await page.keyboard.press('Alt+g');
  await expect(page.getByRole('textbox', { name: 'Go to date' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(explore.chart).toBeFocused();
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/from=/);
  await page.keyboard.press('Alt+r');
  await expect(explore.preset('1Y')).toBeChecked();
  await page.keyboard.press('Alt+r');
  await expect(explore.preset('Max')).toBeChecked();
  await page.keyboard.press('Control+Shift+A');
  await expect(explore.search).toBeFocused();
});

test('search results are narrowed, and a state is found by its name @soak', async ({ page, explore }) => {
  await explore.open(CLAIMS);
  await explore.search.fill('claims');
  const finds = page.getByRole('listbox', { name: 'Series found' }).getByRole('option');
  const before = await finds.count();
  await page.getByRole('group', { name: 'Narrow the results' }).getByRole('button', { name: /^NSA/ }).click();
  await expect.poll(() => finds.count()).toBeLessThan(before);
  for (const text of await finds.allTextContents()) expect(text).toContain('NSA');
  await explore.search.fill('texas initial claims');
  await expect(finds).toHaveCount(1);
  await expect(finds).toContainText('FRED TXICLAIMS');
  await explore.search.press('Enter');
  await expect(page).toHaveURL(/ui_state_weekly_claims\.initial_claims\.TX/);
  await explore.search.fill('SPY');
  await expect(page.getByText(/SPY is a list of constituents/)).toBeVisible();
});

test('the search over everything opens datasets, and lists of constituents in Try it', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.open(CLAIMS);
  const search = page.getByRole('searchbox', { name: 'Find a series' });
  await find(page, 'jolts');
  const dataset = page.getByRole('option', { name: /^Job openings and labor turnover.*Dataset, \d+ series/ });
  await dataset.click();
  await expect(page).toHaveURL(/initial_claims_sa,jolts\.job_openings_level_sa/);
  // The tree is unfolded at the dataset.
  await expect(explore.tree.getByRole('treeitem', { selected: true }).last()).toContainText('Job openings');
  await find(page, 'SP500');
  await expect(page.getByRole('option').first()).toContainText('SP500');
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'API access' })).toBeVisible();
  await expect(page.getByText('/constituents/series=SP500').first()).toBeVisible();
});

test('the search over everything offers the actions of the chart @soak', async ({ page, explore }) => {
  await explore.open(CLAIMS);
  const search = page.getByRole('searchbox', { name: 'Find a series' });
  const say = async (words: string) => {
    await (await find(page, words)).press('Enter');
    await expect(search).toHaveCount(0);
  };
  await say('log scale');
  await expect(page).toHaveURL(/scale=log/);
  await say('recession bands');
  await expect(page).toHaveURL(/recessions=off/);
  await say('undo');
  await expect(page).not.toHaveURL(/recessions=off/);
  await say('2008Q1 to 2010Q4');
  await expect(page).toHaveURL(/from=2008-01-01&to=2010-12-31/);
  await say('FY2024');
  await expect(page).toHaveURL(/from=2023-10-01&to=2024-09-30/);
  await say('3/15/2020');
  await expect(explore.from).toHaveValue('2020-03-15');
  await find(page, '5Y');
  await expect(page.getByRole('option', { name: /^Range: / })).toHaveCount(1);
  await search.press('Enter');
  await expect(explore.preset('5Y')).toBeChecked();
  await find(page, '2010 to 2008');
  await expect(page.getByText('The range would begin on 2010-01-01 and end before that')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await say('export data');
  await expect(page.getByRole('dialog', { name: 'Export data' })).toBeVisible();
  await page.keyboard.press('Escape');
  // A screen without a chart does not offer its actions.
  await railLink(page, 'Data').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
  await find(page, 'undo');
  await expect(page.getByRole('option', { name: /Guide/ }).first()).toBeVisible();
  await expect(page.getByRole('option', { name: /^Undo/ })).toHaveCount(0);
});

test('Escape closes a panel of the frame and nothing else; a dialog opened by a key replaces the panel', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.open(CLAIMS);
  for (const name of ['By command', /^Data to /, 'API for other tools', 'Help'])
    await test.step(String(name), async () => {
      const button = page.getByRole('button', { name });
      const panel = page.getByRole('dialog', { name });
      await button.click();
      await expect(panel).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      await expect(button).toBeFocused();
      await button.press('Enter');
      await expect(panel).toBeVisible();
      await expect(panel).toContainText(/\w/);
      await page.keyboard.press('Control+e');
      const dialog = page.getByRole('dialog', { name: 'Export data' });
      await expect(dialog).toBeVisible();
      await expect(panel).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });
});

test('the global search opens screens and changes the appearance @soak', async ({ page, explore }) => {
  await explore.open(CLAIMS);
  await (await find(page, 'dark')).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await (await find(page, 'as the system')).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await (await find(page, 'api acc')).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'API access' })).toBeVisible();
  // Other queries still find series, and Enter shows the first.
  await (await find(page, 'quits rate')).press('Enter');
  await expect(page).toHaveURL(/jolts\.quits_rate/);
});

test('the search stays open while the code of a screen loads @soak', async ({ page, explore }) => {
  const search = page.getByRole('searchbox', { name: 'Find a series' });
  const loading = page.getByRole('main', { name: 'Loading' });
  /** Holds back the code of a screen. @returns a function that releases it */
  const hold = async (screen: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(new RegExp(`/${screen}-screen-[^/]*\\.js`), async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  };
  const releaseExplore = await hold('explore');
  await page.goto(new URL(`/explore${CLAIMS}`, page.url()).href, { waitUntil: 'commit' });
  await expect(loading).toBeVisible();
  await find(page, 'log scale');
  await expect(page.getByText(/Nothing found/)).toBeVisible();
  releaseExplore();
  // The actions of the screen are found as soon as it is there.
  await expect(page.getByRole('option', { name: /^Logarithmic axis/ })).toBeVisible();
  await search.press('Enter');
  await expect(page).toHaveURL(/scale=log/);
  await explore.isDrawn();
  const releaseData = await hold('data');
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await find(page, 'api acc');
  await expect(loading).toBeAttached();
  releaseData();
  await expect(page.getByRole('table', { name: 'Datasets' })).toBeAttached();
  await expect(search).toHaveValue('api acc');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/access/);
});

test('a pinned series stays listed when it is not shown @soak', async ({ page, explore }) => {
  await explore.open(CLAIMS);
  const more = page.getByRole('button', { name: /^More for Initial claims/ });
  await more.click();
  await page.getByRole('menuitem', { name: 'Pin to the list' }).click();
  await more.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const pinned = page.getByRole('region', { name: 'Pinned series' });
  await page.reload();
  // The row has the same facts as in the tree. Word joiners keep the years on one line.
  await pinned
    .getByRole('button', { name: /^Initial claims, SA.*Weekly · SA · claims · \d{4}\u2060–\u2060\d{4}$/ })
    .click();
  await expect(page).toHaveURL(/ui_weekly_claims\.initial_claims_sa/);
  await pinned.getByRole('button', { name: 'Unpin Initial claims, SA' }).click();
  await expect(pinned).toHaveCount(0);
});

test('Alt+S copies the chart as an image @browser-only @soak', async ({ page, explore }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await explore.open(CLAIMS);
  await explore.chart.focus();
  await page.keyboard.press('Alt+s');
  await expect(page.getByText('The image is copied.')).toBeAttached();
  const types = await page.evaluate(async () =>
    (await navigator.clipboard.read()).flatMap(({ types }) => types),
  );
  expect(types).toContain('image/png');
});
