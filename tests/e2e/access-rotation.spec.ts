import { DEBT, expect, test } from './access-page.ts';

test('a key is rotated while another program goes on asking, without a refusal @browser-only', async ({
  access,
}) => {
  const { page, dialog } = access;
  const old = await access.generate('Nightly export');
  let key = old;
  const answers: number[] = [];
  let isAsking = true;
  const client = (async () => {
    while (isAsking) {
      answers.push((await access.ask(DEBT, key, 'nightly/2.1 (cron)')).status);
      // The pace of a client, far below the limit of a minute; nothing waits for it.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  })();
  try {
    await expect(access.row('Nightly export')).toContainText('nightly/2.1');

    await access.choose('Nightly export', 'Rotate');
    await expect(dialog.getByRole('textbox', { name: 'Label of the new key' })).toHaveValue(
      'Nightly export (2)',
    );
    await dialog.getByRole('button', { name: 'Create the new key' }).click();
    const next = await access.shownKey('Nightly export (2)');
    await expect(dialog).toContainText(/“Nightly export” is\. That one was last used .* by nightly\/2\.1\./);
    await dialog.getByRole('button', { name: 'It is deployed: verify' }).click();
    await expect(dialog).toContainText('Waiting for the first request with “Nightly export (2)”');
    await expect(dialog).toContainText(/“Nightly export” is still in use since .*, by nightly\/2\.1/);
    await expect(dialog.getByRole('button', { name: 'Go on: revoke the old key' })).toBeDisabled();

    // Closed, taken up again, and again after a reload: the address knows the two keys, and not what they are.
    await page.keyboard.press('Escape');
    await expect(
      page.getByText('to “Nightly export (2)” is not finished: both keys are valid.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Nightly export (2)');
    expect(page.url()).toMatch(/[?&]rotate=\w+,\w+/);
    expect(await access.traces()).not.toContain(old);
    await page.reload();
    await expect(dialog.getByRole('button', { name: 'Copy key' })).toBeVisible();
    expect(await access.traces()).not.toContain(next);
    await dialog.getByRole('button', { name: 'It is deployed: verify' }).click();
    await expect(dialog).toContainText('Waiting for the first request');

    key = next;
    await expect(dialog.getByRole('status')).toContainText(
      /First request with the new key: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, by nightly\/2\.1, answered 200\./,
    );
    await dialog.getByRole('button', { name: 'Go on: revoke the old key' }).click();
    await dialog.getByRole('button', { name: 'Revoke “Nightly export”' }).click();
    await expect(dialog).toContainText('“Nightly export (2)” has taken its place. The rotation is complete.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page).not.toHaveURL(/rotate=/);
    await expect(access.row('Nightly export').filter({ hasText: 'Revoked' })).toBeVisible();
    await expect(access.row('Nightly export (2)')).toContainText('Active');
  } finally {
    isAsking = false;
    await client;
  }
  expect(new Set(answers)).toEqual(new Set([200]));
  expect((await access.ask(DEBT, old, 'nightly/2.1 (cron)')).status).toBe(401);
  expect((await access.ask(DEBT, key, 'nightly/2.1 (cron)')).status).toBe(200);
});
