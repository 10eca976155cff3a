import { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';

test('what is too long to be saved is said before it is sent, and stays; the largest in another script is saved', async ({
  ownApp,
  context,
}) => {
  const page = await ownApp.openPage(context);
  const explore = new Explore(page);
  const series = ['hires_level_sa', 'quits_level_sa', 'hires_level_nsa', 'quits_level_nsa'];
  const search = new URLSearchParams({
    series: series.map((code) => `jolts.${code}`).join(','),
    names: [...'abcd'].map((letter) => `${letter}:${'名'.repeat(80)}`).join(','),
    title: '題'.repeat(200),
    subtitle: '文'.repeat(200),
  });
  await explore.open(`?${search}`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/host/save-item')) sent.push(request.postData() ?? '');
  });
  await expect(page.getByRole('button', { name: 'Save this view' })).toBeVisible();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: /^Save/ });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('長');
  const note = dialog.getByRole('textbox', { name: 'Note' });
  await note.fill('注'.repeat(10_001));
  await expect(dialog.getByRole('alert')).toHaveText(
    /This cannot be saved: note has 10,001 characters; the most is 10,000\./,
  );
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect(note).toHaveValue('注'.repeat(10_001));
  await note.fill('注'.repeat(10_000));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(Buffer.byteLength(sent.join(''))).toBeGreaterThan(30_000);
  expect((JSON.parse(sent[0] ?? '') as { content: { address: string } }).content.address.length).toBeLessThan(
    1500,
  );
  // Its details say the same, and keep what is typed.
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Saved' }).click();
  const row = page.getByRole('region', { name: 'Saved items' }).getByRole('row').filter({ hasText: '長' });
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const details = page
    .getByRole('complementary', { name: 'Details' })
    .or(page.getByRole('dialog', { name: 'Details' }));
  await details.getByRole('textbox', { name: 'Note' }).fill('注'.repeat(10_002));
  await details.getByRole('textbox', { name: 'Name' }).focus();
  await expect(details.getByText('Not saved: note has 10,002 characters; the most is 10,000.')).toBeVisible();
  await expect(details.getByRole('textbox', { name: 'Note' })).toHaveValue('注'.repeat(10_002));
  await details.getByRole('button', { name: 'Close the details' }).click();
  expect(sent).toHaveLength(1);
  // It opens as it was.
  await row.getByRole('button', { name: '長', exact: true }).click();
  await expect(page.getByText('題'.repeat(200)).first()).toBeVisible();
  expect(new URL(page.url()).searchParams.get('names')).toBe(search.get('names'));
});
