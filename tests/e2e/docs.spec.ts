import type { Page } from '@playwright/test';
import { runningInstance } from '../../service/process/instances/index.ts';
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

for (const port of ['servicePort', 'pagePort'] as const) {
  test(`the docs on the ${port} work whole, without anything that a policy without inline styles forbids @browser-only`, async ({
    app,
    context,
  }) => {
    const errors = watchErrors(context);
    const page = await context.newPage();
    const violations = await watchPolicy(page);
    const answer = await page.goto(`http://127.0.0.1:${runningInstance(app.dataDir)?.[port]}/docs`);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain('unsafe');

    const operations = page.locator('.opblock');
    await expect(operations.first()).toBeVisible();
    // One of each group; those of the page's port are the same.
    const opened = port === 'servicePort' ? ['us_debt', '/yields', '/catalog'] : ['/catalog'];
    for (const text of opened)
      await operations.filter({ hasText: text }).first().locator('.opblock-summary-control').click();
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.close-modal').click();

    const catalog = operations.filter({ hasText: '/api/v1/catalog' });
    await catalog.getByRole('button', { name: 'Execute' }).click();
    const shown = catalog.locator('.live-responses-table');
    await expect(shown.locator('.response-col_status').nth(1)).toContainText('200');
    await expect(shown).toContainText('us_debt');
    await expect(page.locator('.opblock-summary-method').first()).toHaveCSS('color', 'rgb(255, 255, 255)');

    expect([errors, await violations()]).toEqual([[], []]);
    // The policy is in force: what it forbids is seen here.
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await expect.poll(violations).toEqual(['style-src-attr inline']);
    await page.close();
  });
}
