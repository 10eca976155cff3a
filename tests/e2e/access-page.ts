import type { Locator, Page } from '@playwright/test';
import { startApp } from './app-driver.ts';
import { test as base, expect, unexpected, watchErrors } from './fixtures.ts';
import { railLink } from './steps.ts';

/** No keychain, even if this machine has one: keys are kept for the session, as on a server or in CI. */
export const WITHOUT_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '/nonexistent' };

/** A test of the API access screen in its own app, which has no key yet. */
export const test = base.extend<{ access: Access }>({
  access: async ({ target, context }, use) => {
    const app = await startApp(target, { environment: WITHOUT_KEYCHAIN });
    const early = target === 'browser' ? watchErrors(context) : [];
    const page = await app.openPage(context);
    const later = target === 'browser' ? [] : watchErrors(page.context());
    const access = new Access(page);
    await access.open();
    await use(access);
    // The page would report an app that is gone, so it closes first. The desktop app closes its own page.
    if (target === 'browser') await page.close();
    // While the service is starting it answers 503, and the page tries again.
    expect(unexpected([...early, ...later], [/status of 503/])).toEqual([]);
    await app.stop();
  },
});

/** The API access screen, addressed by its accessible names. */
export class Access {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }
  get keys(): Locator {
    return this.page.getByRole('table', { name: 'API keys' });
  }
  get vault(): Locator {
    return this.page.getByRole('region', { name: 'Where keys are kept' });
  }
  get tryIt(): Locator {
    return this.page.getByRole('region', { name: 'Try it' });
  }
  /** The line above the response, found by its text. */
  answer(text: string): Locator {
    return this.tryIt.getByRole('status').filter({ hasText: text });
  }
  get publishers(): Locator {
    return this.page.getByRole('table', { name: 'Publishers’ keys' });
  }
  row(label: string): Locator {
    return this.keys.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name: label }) });
  }
  /** @param age which of two valid keys with the same label */
  menuOf(label: string, age?: 'newer' | 'older'): Locator {
    const name = `Actions for “${label}”${age ? ` (${age})` : ''}`;
    return this.page.getByRole('button', { name, exact: true });
  }

  async open(): Promise<void> {
    await railLink(this.page, 'API access').click();
    await this.vault.waitFor();
  }

  /** Creates a key in the dialog and closes it. @returns the key. */
  async generate(label: string): Promise<string> {
    await this.page.getByRole('button', { name: 'Generate key' }).click();
    await this.dialog.getByRole('textbox', { name: 'Label' }).fill(label);
    await this.dialog.getByRole('button', { name: 'Generate', exact: true }).click();
    const key = await this.shownKey(label);
    await this.dialog.getByRole('button', { name: 'Done' }).click();
    await this.row(label).waitFor();
    return key;
  }

  /** @returns the key that the dialog shows. */
  async shownKey(label: string): Promise<string> {
    const field = this.dialog.getByRole('textbox', { name: `Key of “${label}”` });
    await expect(field).toHaveValue(/^alm_[\w-]{43}$/);
    return field.inputValue();
  }

  async choose(
    label: string,
    item: 'Copy key' | 'Recent calls' | 'Rotate' | 'Revoke',
    age?: 'newer' | 'older',
  ): Promise<void> {
    await this.menuOf(label, age).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** The address of the API, as the screen shows it. */
  async baseUrl(): Promise<string> {
    return (await this.page.getByText(/^http:\/\/127\.0\.0\.1:\d+$/).textContent()) ?? '';
  }

  /** Sends a request to the API over real HTTP, like another program on this computer. */
  async ask(path: string, key: string, client: string): Promise<Response> {
    return fetch(`${await this.baseUrl()}${path}`, { headers: { 'X-API-Key': key, 'User-Agent': client } });
  }

  /** @returns everything in the page in which a key could have been left. */
  async traces(): Promise<string> {
    const held = await this.page.evaluate(() => {
      const fields = [...document.querySelectorAll('input, textarea')].map(
        (field) => (field as HTMLInputElement).value,
      );
      return [...fields, JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href].join(
        '\n',
      );
    });
    return `${held}\n${await this.page.content()}`;
  }
}

export const DEBT =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-01-31';
export const YIELDS = '/yields/series=US10Y?limit=5';

export { expect };
