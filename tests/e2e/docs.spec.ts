import type { Page } from '@playwright/test';
import { runningInstance } from '../../service/process/instances.ts';
import { schemeFaults } from './axe.ts';
import { expect, test, watchErrors } from './fixtures.ts';

/** The reference of the API in a real browser under its own policy, on the API's port and on the page's. */

/** @returns what tells what the browser has kept from running, loading or being styled so far. */
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
  test(`the docs on the ${port} keep to a policy without inline styles @browser-only ${tag}`, async ({
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
    // The policy is in force: what it forbids is seen here.
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await expect.poll(violations).toEqual(['style-src-attr inline']);
    await page.close();
  });
}

test('a key that is typed in is sent in a header only @browser-only', async ({ app, context }) => {
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
