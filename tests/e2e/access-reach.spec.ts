import { type Access, DEBT, expect, test } from './access-page.ts';
import { axeFinds } from './axe.ts';

/** States of the screen, one after the other, and how to leave each. */
const STATES: readonly (readonly [
  string,
  (access: Access) => Promise<void>,
  (access: Access) => Promise<void>,
])[] = [
  ['no key', async () => undefined, async () => undefined],
  [
    'a new key',
    async (access) => {
      await access.page.getByRole('button', { name: 'Generate key' }).click();
      await access.dialog.getByRole('textbox', { name: 'Label' }).fill('Excel at work');
      await access.page.keyboard.press('Enter');
      await access.shownKey('Excel at work');
    },
    (access) => access.dialog.getByRole('button', { name: 'Done' }).click(),
  ],
  [
    'keys, one used and one revoked',
    async (access) => {
      const key = await access.generate('Nightly export');
      await access.ask(DEBT, key, 'curl/8.5.0');
      await access.generate('Old');
      await access.choose('Old', 'Revoke');
      await access.dialog.getByRole('button', { name: 'Revoke key' }).click();
      await expect(access.row('Old')).toContainText('Revoked');
      await expect(access.row('Nightly export')).toContainText('curl/8.5.0');
    },
    async () => undefined,
  ],
  ['the menu of a key', (access) => access.menuOf('Nightly export').click(), leave],
  ['calls', (access) => access.choose('Nightly export', 'Recent calls'), leave],
  ['the question before a revocation', (access) => access.choose('Nightly export', 'Revoke'), leave],
  [
    'a rotation',
    async (access) => {
      await access.choose('Nightly export', 'Rotate');
      await access.shownKey('Nightly export');
    },
    leave,
  ],
  ['two keys with one label', async () => undefined, async () => undefined],
  [
    'the question before the older one is revoked',
    (access) => access.choose('Nightly export', 'Revoke', 'older'),
    leave,
  ],
  [
    'an answer, and a field that is wrong',
    async (access) => {
      await access.tryIt.getByRole('textbox', { name: 'date_to' }).fill('soon');
      await access.tryIt.getByRole('button', { name: 'Send request' }).click();
      await expect(access.answer('422')).toBeVisible();
    },
    async () => undefined,
  ],
  [
    'the forms of secrets',
    async (access) => {
      await access.publishers.getByRole('button', { name: 'Set key of BLS' }).click();
      await access.vault.getByRole('button', { name: 'Use a passphrase file' }).click();
      await expect(access.vault.getByLabel('The same again')).toBeVisible();
    },
    async () => undefined,
  ],
];

async function leave(access: Access): Promise<void> {
  await access.page.keyboard.press('Escape');
  await expect(access.dialog).toHaveCount(0);
  await expect(access.page.getByRole('menu')).toHaveCount(0);
}

test.describe('@browser-only', () => {
  test('axe finds nothing on API access in light and dark @soak', async ({ access }) => {
    test.slow();
    for (const [name, reach, goBack] of STATES) {
      await reach(access);
      expect(await axeFinds(access.page), name).toEqual([]);
      await goBack(access);
    }
  });
});

/** The second is a window of 1024 × 700 at 200 %. */
for (const { tag, ...viewport } of [
  { width: 1024, height: 700, tag: ' @soak' },
  { width: 512, height: 350, tag: '' },
]) {
  test.describe('@browser-only', () => {
    test.use({ viewport });
    test(`everything can be reached at ${viewport.width} × ${viewport.height}${tag} @soak`, async ({
      access,
    }) => {
      const { page, dialog } = access;
      const size = () =>
        page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          const main = document.getElementById('main');
          return {
            width: scrollWidth,
            height: scrollHeight,
            isWider: main && main.scrollWidth > main.clientWidth,
          };
        });
      await access.generate('Excel at work');
      expect(await size()).toEqual({ ...viewport, isWider: false });
      await access.choose('Excel at work', 'Rotate');
      await access.shownKey('Excel at work');
      const last = dialog.getByRole('button', { name: 'Done' });
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ ratio: 1 });
      await last.click();
      await expect(access.menuOf('Excel at work', 'newer')).toBeVisible();
      expect(await size()).toEqual({ ...viewport, isWider: false });
    });
  });
}

test('a key is made, copied and revoked without a pointer @browser-only', async ({ access }) => {
  const { page, dialog } = access;
  const keyboard = page.keyboard;
  await page.getByRole('button', { name: 'Generate key' }).focus();
  await keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Label' })).toBeFocused();
  await keyboard.type('Script');
  await keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Copy key' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'The key is copied.' })).toBeAttached();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Generate key' })).toBeFocused();
  await access.menuOf('Script').focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copy key' })).toBeFocused();
  await keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Revoke' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(access.row('Script')).toContainText('Revoked');
  await expect(access.menuOf('Script')).toBeFocused();
});
