import { expect, test } from './access-page.ts';
import { goTo, railLink, takeAway } from './steps.ts';

test.describe('@browser-only', () => {
  test('cards of other tools run their request @soak', async ({ access }) => {
    const { page } = access;
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    const tools = region('Spreadsheets and programs');

    await test.step('without a key the request is refused, with one it is answered', async () => {
      await tools.getByRole('button', { name: 'Run it' }).click();
      await expect(tools.getByRole('status').filter({ hasText: '401 Unauthorized' })).toBeVisible();
      const key = await access.generate('notebook');
      await tools.getByRole('combobox', { name: 'Tool' }).click();
      await page.getByRole('option', { name: 'LibreOffice Calc' }).click();
      await tools.getByRole('button', { name: 'Run it' }).click();
      await expect(tools.getByRole('region', { name: /^Answer: / })).toContainText(
        /date,us_debt\..*\d{4}-\d\d-\d\d,/s,
      );
      expect(await access.traces()).not.toContain(key);
      await tools.getByRole('combobox', { name: 'Tool' }).click();
      await page.getByRole('option', { name: 'Google Sheets' }).click();
      await expect(tools).toContainText('address of a team’s Almanac');
    });

    await test.step('a key for FRED’s clients is told apart, and sent to no other door', async () => {
      await page.getByRole('button', { name: 'Generate key' }).click();
      await access.dialog.getByRole('textbox', { name: 'Label' }).fill('julia');
      await access.dialog.getByRole('checkbox', { name: 'For FRED’s clients only' }).check();
      await access.dialog.getByRole('button', { name: 'Generate', exact: true }).click();
      await expect(access.dialog.getByRole('textbox', { name: 'Key of “julia”' })).toHaveValue(
        /^[0-9a-f]{32}$/,
      );
      await expect(access.dialog).toContainText('export ALMANAC_FRED_KEY=');
      await expect(access.dialog).toContainText('X-API-Key: $ALMANAC_FRED_KEY');
      await expect(access.dialog).toContainText('/fred/series/observations?');
      await expect(access.dialog).not.toContainText('ALMANAC_API_KEY');
      await access.dialog.getByRole('button', { name: 'Done' }).click();
      await expect(access.row('julia')).toContainText('FRED’s clients only');
      // 'Try it' asks for what this key is refused.
      await access.tryIt.getByRole('combobox', { name: 'Key' }).click();
      await expect(page.getByRole('option', { name: /^notebook/ })).toBeVisible();
      await expect(page.getByRole('option', { name: /^julia/ })).toHaveCount(0);
      await page.keyboard.press('Escape');
    });

    await test.step('the command of an assistant has the paths of this installation', async () => {
      const assistants = region('Assistants');
      await assistants.getByText('Command', { exact: true }).click();
      await expect(assistants).toContainText('launch.mjs", "almanac", "mcp"');
    });
  });

  test('a way in that is switched off says so, and is switched on there @soak', async ({ access }) => {
    const { page } = access;
    const key = await access.generate('notebook');
    const baseUrl = await access.baseUrl();
    const status = (path: string, method: string) =>
      fetch(baseUrl + path, { method, headers: { 'X-API-Key': key } }).then((answer) => answer.status);
    for (const [title, card, path, method] of [
      ['Answer FRED’s clients', 'FRED’s clients', '/fred/series?series_id=ICSA', 'GET'],
      ['Let assistants ask', 'Assistants', '/mcp', 'POST'],
    ] as const) {
      await goTo(page, `/settings?q=${encodeURIComponent(title)}`);
      const setting = page.getByRole('group', { name: new RegExp(`${title}$`) });
      await setting.getByRole('switch').press('Space');
      await expect.poll(() => status(path, method)).toBe(404);
      await access.open();
      const region = page.getByRole('region', { name: card, exact: true });
      await expect(region).toContainText(`“${title}” is switched off in Settings`);
      await expect(region.getByRole('button', { name: 'Run it' })).toHaveCount(0);
      await region.getByRole('button', { name: 'Switch on' }).click();
      await expect(region.getByRole('button', { name: 'Run it' })).toBeVisible();
      await expect(region.getByRole('button', { name: 'Switch on' })).toHaveCount(0);
      await expect.poll(() => status(path, method)).not.toBe(404);
    }
  });

  test('what is drawn is asked for as a program and run @soak', async ({ access }) => {
    const { page } = access;
    await access.generate('notebook');
    await railLink(page, 'Explore').click();
    await takeAway(page, 'See and run it…');
    await expect(access.dialog.getByRole('region', { name: 'Program: curl' })).toContainText('curl -fsS');
    await access.dialog.getByRole('button', { name: 'Run it' }).click();
    await expect(access.dialog.getByRole('region', { name: /^Answer: / })).toContainText(/^date,/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Take away' })).toBeFocused();
  });
});
