import { type Access, DEBT, expect, test } from './access-page.ts';
import { axeFinds } from './axe.ts';
import { goTo, railLink, takeAway } from './steps.ts';

/** Chooses an option in a list of the form. */
async function pick(access: Access, list: string, option: string | RegExp): Promise<void> {
  await access.tryIt.getByRole('combobox', { name: list, exact: true }).click();
  await access.page.getByRole('option', { name: option }).click();
}

const send = (access: Access) => access.tryIt.getByRole('button', { name: 'Send request' }).click();

test.describe('@browser-only', () => {
  test('without a key it shows how each group refuses @soak', async ({ access }) => {
    const body = access.tryIt.getByRole('region', { name: 'Body' });
    await expect(access.tryIt.getByText(/^curl 'http/)).toBeVisible();
    await send(access);
    await expect(access.answer('401 Unauthorized')).toBeVisible();
    await expect(body).toContainText('"error": "invalid_api_key"');
    await pick(access, 'Endpoint', '/yields');
    await send(access);
    await expect(body).toContainText('Not authenticated');
  });

  test('with a key it shows the answer and the limits; an error is shown at its field @soak', async ({
    access,
  }) => {
    const { tryIt } = access;
    await access.generate('Excel at work');
    await expect(tryIt.getByText(/^curl -H "X-API-Key: \$ALMANAC_API_KEY" 'http/)).toBeVisible();
    await send(access);
    await expect(access.answer('200 OK')).toBeVisible();
    await expect(access.answer('99 left this minute, 9,999 today')).toBeVisible();
    await expect(tryIt.getByRole('definition').first()).toContainText('"minute";r=99');
    await expect(tryIt.getByRole('region', { name: 'Body' })).toContainText(
      '"message": "Data retrieved successfully"',
    );
    await expect(access.row('Excel at work')).toContainText('Almanac/');

    const to = tryIt.getByRole('textbox', { name: 'date_to' });
    await to.fill('2024-02-30');
    await send(access);
    await expect(access.answer('422')).toBeVisible();
    await expect(to).toHaveAccessibleDescription(/'2024-02-30' is not a day of the calendar/);
    // The address has the request, but no key.
    await access.page.reload();
    await expect(to).toHaveValue('2024-02-30');
    expect(access.page.url()).not.toContain('alm_');

    await to.fill('2026-01-31');
    await tryIt.getByRole('textbox', { name: 'date_from' }).fill('1993-04-01');
    await send(access);
    await expect(tryIt.getByText(/^Cut: only the first 64 KiB of \d+\.\d KB are shown/)).toBeVisible();

    await pick(access, 'Endpoint', '/constituents');
    await tryIt.getByRole('textbox', { name: 'limit' }).fill('0');
    await send(access);
    await expect(tryIt.getByRole('textbox', { name: 'limit' })).toHaveAccessibleDescription(/limit/);
    await tryIt.getByRole('textbox', { name: 'limit' }).fill('3');
    await tryIt.getByRole('radiogroup', { name: 'format' }).getByText('CSV').click();
    await send(access);
    await expect(tryIt.getByRole('region', { name: 'Body' })).toContainText(
      'series,as_of,ticker,name,sector,weight',
    );

    const assistants = access.page.getByRole('region', { name: 'Assistants' });
    await assistants.getByRole('button', { name: 'Run it' }).click();
    await expect(assistants.getByRole('status').filter({ hasText: '7 tools: 200 OK' })).toBeVisible();
    await expect(assistants.getByRole('region', { name: 'Configuration' })).toContainText('/mcp"');
  });

  test('a card for a client of FRED has its program, and its first request runs @soak', async ({
    access,
  }) => {
    const card = access.page.getByRole('region', { name: 'FRED’s clients' });
    await access.generate('fredapi');
    await expect(card.getByRole('region', { name: 'Program' })).toContainText(
      'Fred.root_url = "http://127.0.0.1:',
    );
    await card.getByRole('button', { name: 'Run it' }).click();
    await expect(card.getByRole('region', { name: 'Answer' })).toContainText('<observations realtime_start=');
    await card.getByText('pandas-datareader').click();
    await expect(card.getByRole('region', { name: 'Program' })).toContainText('/graph/fredgraph.csv');
    await expect(card.getByRole('region', { name: 'Answer' })).toBeHidden();
  });
});

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

    await test.step('a key for FRED’s clients is labelled as one, and sent to no other address', async () => {
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
      // 'Try it' does not offer this key, because it sends requests that the key may not make.
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

  test('a way of access that is switched off says so, and is switched on there @soak', async ({ access }) => {
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

  test('the program for the drawn chart is shown and run @soak', async ({ access }) => {
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

/** The states of the screen to check, one after another, and how to leave each. */
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
      await expect(access.vault.getByLabel('Repeat the passphrase')).toBeVisible();
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

/** The second size is a window of 1024 × 700 at 200 %. */
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
