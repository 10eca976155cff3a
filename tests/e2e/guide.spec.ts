import type { Page } from '@playwright/test';
import { GUIDE } from '../../renderer/guide/index.ts';
import { runningInstance } from '../../service/process/instances.ts';
import { axeFinds, schemeFaults } from './axe.ts';
import { expect, test, watchErrors } from './fixtures.ts';
import { goTo, isScreen, railLink } from './steps.ts';

test.use({ opensHome: false });

test('the guide is read, searched and paged through, and its examples open', async ({ page, explore }) => {
  await goTo(page, '/guide/yields#why-there-are-no-forward-rates');
  await isScreen(page, GUIDE.title);
  // A link to a part shows it, and moves the focus there.
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

test('a question mark opens its part of the guide; back returns @soak', async ({ page, explore }) => {
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

test('the diagnostic report can be read and copied @browser-only @soak', async ({ page }) => {
  await goTo(page, '/explore');
  // The desktop app offers it in its Help menu too, with the system's clipboard: desktop-window.spec.ts.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Help' }).click();
  const report = page.getByRole('region', { name: 'Diagnostics' });
  await expect(report).toContainText(/Almanac diagnostics, \d{4}-\d\d-\d\dT/);
  await expect(report).toContainText(/service: process \d+/);
  await expect(report).toContainText('integrity of data.sqlite: ok');
  await expect(report).toContainText(/us_debt: \d{4,}, from sample/);
  expect(await axeFinds(page, '[role="dialog"]')).toEqual([]);

  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await report.textContent());

  await page.keyboard.press('Escape');
  await expect(report).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
});

/** The API reference in a real browser under its own policy, on the API's port and on the page's port. */

/** @returns a function that lists what the content security policy has blocked so far. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      seen.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations);
}

for (const [port, tag] of [
  ['servicePort', '@soak'],
  ['pagePort', ''],
] as const) {
  test(`the docs on the ${port} work under a policy without inline styles @browser-only ${tag}`, async ({
    app,
    context,
  }) => {
    const errors = watchErrors(context);
    const page = await context.newPage();
    const violations = await watchPolicy(page);
    const { [port]: at, servicePort } = runningInstance(app.dataDir) ?? {};
    const answer = await page.goto(`http://127.0.0.1:${at}/docs`);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain('unsafe');

    const catalog = page.locator('#get_catalog');
    await catalog.locator('summary').click();
    await catalog.getByRole('button', { name: 'Send' }).click();
    await expect(catalog.locator('output')).toContainText('200, ');
    await expect(catalog.getByRole('group', { name: 'Answer' })).toContainText('data_version');

    const debt = page.locator('#get_us_debt');
    await debt.locator('summary').click();
    await debt.getByLabel('date_from').fill('2025-01-01');
    await expect(debt.getByLabel('curl')).toHaveValue(
      new RegExp(
        `^curl -H "X-API-Key: \\$ALMANAC_API_KEY" 'http://127.0.0.1:${servicePort}/api/v1/economic-data/us_debt\\?`,
      ),
    );
    await expect(debt.getByLabel('curl')).toHaveValue(/date_from=2025-01-01/);

    await expect(page.getByRole('link', { name: 'Almanac', exact: true })).toHaveCount(
      port === 'pagePort' ? 1 : 0,
    );
    expect([errors, await violations()]).toEqual([[], []]);
    if (port === 'servicePort') expect(await schemeFaults(page)).toEqual([]);
    // The policy is in force: it blocks an inline style here.
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await expect.poll(violations).toEqual(['style-src-attr inline']);
    await page.close();
  });
}

test('a typed key is sent in a header only @browser-only', async ({ app, context }) => {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${runningInstance(app.dataDir)?.servicePort}/docs#get_us_debt`);
  await page.getByLabel('API key for the requests of this page').fill('alm_wrong');
  const asked = page.waitForRequest(/us_debt\?/);
  await page.locator('#get_us_debt').getByRole('button', { name: 'Send' }).click();
  const request = await asked;
  expect(request.headers()['x-api-key']).toBe('alm_wrong');
  expect(request.url()).not.toContain('alm_wrong');
  await expect(page.locator('#get_us_debt output')).toContainText('401');
  await expect(page.locator('#get_us_debt textarea')).not.toHaveValue(/alm_wrong/);
  expect(page.url()).not.toContain('alm_wrong');
  await page.close();
});
