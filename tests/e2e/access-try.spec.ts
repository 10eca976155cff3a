import { type Access, expect, test } from './access-page.ts';

/** Chooses in one of the form's lists. */
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

  test('with a key it shows answer and limits; an error is shown at its field @soak', async ({ access }) => {
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

  test('a client of FRED has its program, and its first request runs @soak', async ({ access }) => {
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
