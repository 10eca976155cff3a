import { dayNumber } from '../../service/calendar/dates.ts';
import { openWriter } from '../../service/store/index.ts';
import { axeFinds } from './axe.ts';
import { expect, test, unexpected, watchErrors } from './fixtures.ts';

type Member = [ticker: string, name: string, sector: string, weight: string];
const OLD: Member[] = [
  ['AAPL', 'Apple Inc', 'Technology', '5.0'],
  ['BLL', 'Ball Corp', 'Materials', '1.0'],
  ['GE', 'General Electric', 'Industrials', '2.0'],
];
const NEW: Member[] = [
  ['AAPL', 'Apple Inc', 'Technology', '7.1'],
  ['BALL', 'Ball Corporation', 'Materials', '0.9'],
  ['GE', 'GE Aerospace', 'Materials', '1.5'],
  ['NVDA', 'NVIDIA', 'Technology', '6.8'],
];

function hold(dataDir: string, code: string, day: string, members: readonly Member[]): void {
  const writer = openWriter(dataDir);
  const open = writer.begin({
    kind: 'import',
    dataset: 'constituents',
    origin: 'file',
    source: 'long-constituents',
    location: `${code}.csv`,
    sha256: '',
    fetchedAt: new Date().toISOString(),
  });
  open.constituents(
    code,
    dayNumber(day) as number,
    members.map(([ticker, name, sector, weight]) => ({ ticker, name, sector, weight })),
  );
  open.commit();
  writer.close();
}

test('lists as a map, a table, their changes and what they share, by mouse, keyboard and address', async ({
  ownApp,
  context,
}) => {
  hold(ownApp.dataDir, 'OURS', '2014-12-07', OLD);
  hold(ownApp.dataDir, 'OURS', '2026-08-08', NEW);
  hold(ownApp.dataDir, 'FUND', '2026-08-01', NEW.slice(2));
  const page = await ownApp.openPage(context);
  const errors = watchErrors(page.context());
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Constituents' }).click();
  await page.getByRole('combobox', { name: 'Index or fund' }).click();
  await page.getByRole('option', { name: 'OURS' }).click();

  // The map: figures, a tile that says what is known, arrows.
  await expect(
    page.getByText('OURS on 2026-08-08: 4 members; ten largest 16.3 %; Technology 13.9 %.'),
  ).toBeVisible();
  const map = page.getByRole('region', { name: 'Map of OURS: 4 members in 2 sectors' });
  await map.getByRole('button', { name: /^AAPL/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(map.getByRole('button', { name: /^AAPL/ })).not.toBeFocused();
  await page.keyboard.press('Enter');
  const card = page.getByRole('complementary', { name: 'About this company' });
  await expect(card).toContainText('OURS of 2026-08-08, from a file');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  expect(await axeFinds(page)).toEqual([]);

  // Against the earlier list: what joined is said, what left stands beneath; the table sorts and is searched.
  await page.getByRole('combobox', { name: 'Compared with the list of' }).click();
  await page.getByRole('option', { name: '2014-12-07' }).click();
  await expect(page.getByText('2 joined, 1 left, 2 stayed.')).toBeVisible();
  await expect(page.getByText('1 left: BLL')).toBeVisible();
  await expect(map.getByRole('button', { name: /NVDA.*joined since/ })).toBeVisible();
  await page.keyboard.press('v');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: 'Since the earlier list' }).click();
  await expect(rows.nth(1)).toContainText('AAPL');
  await page.keyboard.press('/');
  await page.keyboard.type('materials');
  await expect(page.getByText('2 of 4')).toBeVisible();
  await expect(rows).toHaveCount(3);

  // Changes: a pair is confirmed, counts as stayed, and can be taken back.
  await page.getByText('Changes', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Another sector 1' })).toContainText(
    'Industrials → Materials',
  );
  await page.getByRole('button', { name: 'Same company: BLL and BALL' }).click();
  await expect(page.getByText('1 joined, 0 left, 3 stayed.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 joined, 0 left, 3 stayed.')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo: BLL and BALL' }).click();
  await expect(page.getByText('2 joined, 1 left, 2 stayed.')).toBeVisible();

  // Compare: members and the lesser weights in common.
  await page.getByText('Compare', { exact: true }).click();
  await page.getByRole('combobox', { name: /compared with$/ }).click();
  await page.getByRole('option', { name: 'FUND of 2026-08-01' }).click();
  await page.keyboard.press('Escape');
  await expect(
    page.getByText('2 members are in both; the lesser of their weights add up to 8.3 %.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/view=compare.*with=FUND/);
  expect(await axeFinds(page)).toEqual([]);
  expect(unexpected(errors, [])).toEqual([]);
});
