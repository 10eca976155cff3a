import { DEBT } from '../e2e/access-page.ts';
import { SERVICE_PORT } from './pictures-host.ts';
import type { Scene, Stage } from './pictures-stage.ts';

/** The API access screen, from no key to a rotation, one state after the other. */

let nightly = '';
const once = (name: string, reach: (stage: Stage) => Promise<unknown>, hasControls = false): Scene => ({
  name: `access-${name}`,
  reach,
  isOnce: true,
  hasControls,
});
const button = ({ page }: Stage, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first();
async function leave({ page }: Stage): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
/** Asks the service as another program does. */
const ask = (key: string) =>
  fetch(`http://127.0.0.1:${SERVICE_PORT}${DEBT}`, {
    headers: { 'X-API-Key': key, 'User-Agent': 'curl/8.5.0' },
  });
/** Waits for a key longer than the driver does. */
const keyIsShown = ({ access }: Stage) => access.dialog.getByRole('textbox', { name: /^Key of/ }).waitFor();
const toEnd = ({ page }: Stage) => page.locator('#main').evaluate((main) => main.scrollTo(0, 100_000));
const toTop = ({ page }: Stage) => page.locator('#main').evaluate((main) => main.scrollTo(0, 0));

export const accessScenes: readonly Scene[] = [
  once(
    'no-key',
    async (stage) => {
      await stage.go('/access');
      // Made in the same moment, for the clock stands still.
      await stage.change('keys', (answer: { keys: { label: string }[] }) => ({
        ...answer,
        keys: answer.keys.toSorted((one, two) => one.label.localeCompare(two.label)),
      }));
      await stage.page.reload();
      await stage.access.vault.waitFor();
      await stage.page.waitForTimeout(1_500);
    },
    true,
  ),
  once('no-key-end', toEnd, true),
  once('try-refused', async (stage) => {
    await stage.access.tryIt.getByRole('button', { name: 'Send request' }).click();
    await stage.access.answer('401').waitFor();
  }),
  once(
    'generate',
    async (stage) => {
      await toTop(stage);
      await button(stage, 'Generate key').click();
      await stage.access.dialog.getByRole('textbox', { name: 'Label' }).fill('Nightly export');
    },
    true,
  ),
  once(
    'new-key',
    async (stage) => {
      await stage.access.dialog.getByRole('button', { name: 'Generate', exact: true }).click();
      await keyIsShown(stage);
      nightly = await stage.access.shownKey('Nightly export');
    },
    true,
  ),
  once(
    'keys',
    async (stage) => {
      await stage.access.dialog.getByRole('button', { name: 'Done' }).click();
      await ask(nightly);
      await stage.access.row('Nightly export').filter({ hasText: 'curl/8.5.0' }).waitFor();
      for (const label of ['Old', 'Excel at work']) await stage.access.generate(label);
      await stage.access.choose('Old', 'Revoke');
      await stage.access.dialog.getByRole('button', { name: 'Revoke key' }).click();
      await stage.access.row('Old').filter({ hasText: 'Revoked' }).waitFor();
    },
    true,
  ),
  once('which-key', async (stage) => {
    await stage.page.getByRole('textbox', { name: 'Which key is it?' }).fill('zzzz');
  }),
  once('menu', async (stage) => {
    await stage.page.getByRole('textbox', { name: 'Which key is it?' }).fill('');
    await stage.access.menuOf('Nightly export').click();
  }),
  once('calls', async (stage) => {
    await stage.page.getByRole('menuitem', { name: 'Recent calls' }).click();
    await stage.access.dialog.getByRole('region', { name: 'Calls' }).getByRole('row').nth(1).waitFor();
  }),
  once(
    'revoke',
    async (stage) => {
      await leave(stage);
      await stage.access.choose('Nightly export', 'Revoke');
      await stage.access.dialog.getByText(/was last used/).waitFor();
    },
    true,
  ),
  once(
    'rotate',
    async (stage) => {
      await leave(stage);
      await stage.access.choose('Nightly export', 'Rotate');
      await keyIsShown(stage);
      await stage.access.shownKey('Nightly export');
    },
    true,
  ),
  once('rotated', leave),
  once(
    'try-answer',
    async (stage) => {
      await stage.access.tryIt.getByRole('button', { name: 'Send request' }).click();
      await stage.access.answer('200').waitFor();
      await toEnd(stage);
    },
    true,
  ),
  once('try-wrong-field', async (stage) => {
    await stage.access.tryIt.getByRole('textbox', { name: 'date_to' }).fill('soon');
    await stage.access.tryIt.getByRole('button', { name: 'Send request' }).click();
    await stage.access.answer('422').waitFor();
  }),
  once('connection', async (stage) => {
    await toTop(stage);
    await button(stage, 'Test').click();
    await stage.page
      .getByText(/^200 OK/)
      .first()
      .waitFor();
  }),
  once(
    'publisher-form',
    async (stage) => {
      await stage.access.publishers.getByRole('button', { name: 'Set key of BLS' }).click();
      await stage.page.getByLabel('Key from BLS').fill('0123456789abcdef');
    },
    true,
  ),
  once('publisher-set', async (stage) => {
    await stage.page.getByLabel('Key from BLS').press('Enter');
    await stage.access.publishers.getByText(/Set, …/).waitFor();
  }),
  once('publisher-remove', async (stage) => {
    await stage.access.publishers.getByRole('button', { name: 'Remove key of BLS' }).click();
    await stage.page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
  }),
  once(
    'vault-form',
    async (stage) => {
      await stage.page.keyboard.press('Escape');
      await stage.access.vault.getByRole('button', { name: 'Use a passphrase file' }).click();
      await stage.access.vault.getByLabel('Passphrase', { exact: true }).fill('correct horse');
      await stage.access.vault.getByLabel('The same again').fill('correct house');
    },
    true,
  ),
  once('vault-open', async (stage) => {
    await stage.access.vault.getByLabel('The same again').fill('correct horse');
    await stage.access.vault.getByRole('button', { name: 'Make the file' }).click();
    await stage.access.vault.getByText(/which is open/).waitFor({ timeout: 60_000 });
  }),
];
