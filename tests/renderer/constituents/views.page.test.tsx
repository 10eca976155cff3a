import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../open-page.tsx';
import {
  AT,
  alert,
  control,
  explained,
  explains,
  FUND,
  folderOf,
  IVV,
  panel,
  press,
  rows,
  SP500,
  search,
  sentence,
  the,
} from './lists-page.ts';

const table = () => document.querySelector<HTMLElement>('main section[aria-label^="Members of"]');
const tickers = () =>
  rows()
    .slice(1)
    .map(([ticker]) => ticker);
const heads = () =>
  [...document.querySelectorAll('main th[scope=col]')].map((one) => [
    one.textContent,
    one.getAttribute('aria-sort'),
  ]);
/** A card of the changes: its heading, then its lines. */
const card = (title: string) => {
  const heads = [...document.querySelectorAll('main section h2')];
  const head = heads.find(({ textContent }) => textContent?.replace(/ \d+$/, '') === title);
  const lines = [...(head?.closest('section')?.querySelectorAll('li') ?? [])];
  return [
    head?.textContent,
    ...lines.map((line) => [...line.children].map(({ textContent }) => textContent).join(' | ')),
  ];
};
const cards = () => [...document.querySelectorAll('main section h2')].map(({ textContent }) => textContent);

test('a table compared with an earlier list sorts by each column both ways, and each number explains itself', async () => {
  const { user } = await openPage('/constituents?view=table&code=IVV&vs=2023-12-29', {
    ...{ dataDir: folderOf(...IVV), at: AT },
  });
  await sentence('IVV');
  expect(table()?.getAttribute('aria-label')).toBe('Members of IVV on 2026-03-06');
  expect(rows()).toEqual([
    ['Ticker', 'Name', 'Sector', 'Weight, % ↓', 'Since the earlier list'],
    ['AAPL', 'Apple Inc', 'Information Technology', '7.10', '+0.10 points'],
    ['NVDA', 'NVIDIA', 'Information Technology', '6.8', 'joined since'],
    ['MSFT', 'Microsoft', 'Information Technology', '6.00', '−0.50 points'],
    ['BRK.B', 'Berkshire Hathaway', 'Financials', '1.75', '±0 points'],
    ['JPM', 'JPMorgan Chase', 'Financials', '1.4', '+0.25 points'],
    ['XOM', 'Exxon Mobil', 'Energy', '1.2', '−0.04 points'],
    ['CVX', 'Chevron', 'Energy', '0.65', '±0 points'],
    ['GE', 'GE Aerospace', 'Materials', '0.5', '+0.05 points'],
    ['BALL', 'Ball Corporation', 'Materials', '0.29', 'joined since'],
    ['T', 'AT&T', 'Communication Services', '0.1', '±0 points'],
    ['DIS', 'Walt Disney', 'Communication Services', '0.09', '−0.03 points'],
    ['LIN', 'Linde', 'not given', '', ''],
  ]);
  expect(document.querySelector('main table')?.getAttribute('aria-rowcount')).toBe('13');
  expect(
    [...document.querySelectorAll('main tbody tr')].map((row) => row.getAttribute('aria-rowindex')),
  ).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13']);
  expect(heads().map(([, sort]) => sort)).toEqual([null, null, null, 'descending', null]);

  for (const [head, sort, order] of [
    [
      'Since the earlier list ↓ descending',
      '&sort=change',
      'JPM AAPL GE NVDA BRK.B CVX BALL T LIN DIS XOM MSFT',
    ],
    [
      'Since the earlier list ↑ ascending',
      '&sort=-change',
      'MSFT XOM DIS LIN T BALL CVX BRK.B NVDA GE AAPL JPM',
    ],
    ['Ticker ↑ ascending', '&sort=ticker', 'AAPL BALL BRK.B CVX DIS GE JPM LIN MSFT NVDA T XOM'],
    ['Ticker ↓ descending', '&sort=-ticker', 'XOM T NVDA MSFT LIN JPM GE DIS CVX BRK.B BALL AAPL'],
    ['Name ↑ ascending', '&sort=name', 'AAPL T BALL BRK.B CVX XOM GE JPM LIN MSFT NVDA DIS'],
    ['Sector ↑ ascending', '&sort=sector', 'T DIS XOM CVX BRK.B JPM AAPL NVDA MSFT GE BALL LIN'],
    ['Sector ↓ descending', '&sort=-sector', 'LIN BALL GE MSFT NVDA AAPL JPM BRK.B CVX XOM DIS T'],
    ['Weight, % ↓ descending', '', 'AAPL NVDA MSFT BRK.B JPM XOM CVX GE BALL T DIS LIN'],
    ['Weight, % ↑ ascending', '&sort=-weight', 'LIN DIS T BALL GE CVX XOM JPM BRK.B MSFT NVDA AAPL'],
  ] as const) {
    const name = head.replace(/ [↑↓] .*/, '');
    const column = [...document.querySelectorAll('main th button')].find((one) =>
      one.textContent?.startsWith(name),
    );
    fireEvent.click(column as HTMLElement);
    await search(`?code=IVV&vs=2023-12-29&view=table${sort}`);
    await waitFor(() =>
      expect(heads().flatMap((one) => (one[1] === null ? [] : [one.join(' ')]))).toEqual([head]),
    );
    expect(tickers().join(' ')).toBe(order);
  }

  for (const [name, label, word] of [
    ['JPM', 'JPM JPMorgan Chase', 'JPM'],
    ['1.4, explain JPM', 'JPM JPMorgan Chase', 'JPM'],
    ['+0.25 points, explain JPM', 'JPMorgan Chase, change', 'change:JPM'],
    ['BRK.B', 'BRK.B Berkshire Hathaway', 'BRKB'],
  ] as const) {
    await press(name);
    expect((await explained(label)).words[0]).toBe(label);
    await explains(word);
  }
  await user.keyboard('{Escape}');
  await user.keyboard('/jpm');
  await waitFor(() => expect(tickers()).toEqual(['JPM']));
  expect(screen.queryByText('No member matches.')).toBeNull();
  await user.keyboard('zz');
  expect(await screen.findByText('No member matches.')).toBeDefined();
  // V goes to the next view, and from the last to the first.
  (document.activeElement as HTMLElement).blur();
  const views = [];
  for (let i = 0; i < 5; i++) {
    const before = location.search;
    await user.keyboard('v');
    await waitFor(() => expect(location.search).not.toBe(before));
    views.push(new URLSearchParams(location.search).get('view'));
  }
  expect(views).toEqual(['changes', 'compare', 'ledger', null, 'table']);
});

test('a table has only the columns that its lists have numbers for', async () => {
  const { router } = await openPage('/constituents?view=table&code=SP500', {
    ...{ dataDir: folderOf(FUND, SP500), at: AT },
  });
  expect(await sentence('SP500')).toBe('SP500 on 2026-01-05: 4 members.');
  expect(rows()).toEqual([
    ['Ticker', 'Name', 'Sector'],
    ['AAPL', 'Apple Inc', 'Information Technology'],
    ['T', 'AT&T', 'Communication Services'],
    ['JPM', 'JPMorgan Chase', 'Financials'],
    ['NVDA', 'NVIDIA', 'Information Technology'],
  ]);
  await router.navigate({ to: '/constituents', search: { code: 'FUND', view: 'table' } });
  await sentence('FUND');
  expect(rows().slice(0, 2)).toEqual([
    ['Ticker', 'Name', 'Sector', 'Weight, % ↓'],
    ['MSFT', 'Microsoft', 'Information Technology', '1,234.5'],
  ]);
});

test('changes list who joined, left, changed sector or weight, the largest first; a rename is confirmed and undone', async () => {
  const dataDir = folderOf(...IVV);
  const page = await openPage('/constituents?view=changes&code=IVV&date=2023-12-29', { dataDir, at: AT });
  await sentence('IVV');
  // The offer is the list before the shown one, not the newest.
  expect(screen.getByText('Choose the list to compare with.')).toBeDefined();
  await press('Compare with 2020-06-30');
  await search('?code=IVV&date=2023-12-29&vs=2020-06-30&view=changes');
  await waitFor(() => expect(cards()[0]).toBe('Joined 9'));
  await page.router.navigate({
    to: '/constituents',
    search: { code: 'IVV', date: '2020-06-30', view: 'changes' },
  });
  // There is no list before the oldest: the offer is the newest.
  await press('Compare with 2026-03-06');
  await search('?code=IVV&date=2020-06-30&vs=2026-03-06&view=changes');

  await page.router.navigate({ to: '/constituents', search: { code: 'IVV', view: 'changes' } });
  await press('Compare with 2023-12-29');
  await waitFor(() =>
    expect(cards()).toEqual([
      'Possibly renamed 1',
      'Joined 2',
      'Left 3',
      'Another sector 1',
      'Another weight 6',
    ]),
  );
  expect(control('Help: changes')?.getAttribute('href')).toBe('/guide/lists#changes');
  expect(card('Possibly renamed')).toEqual([
    'Possibly renamed 1',
    'BLL → BALL | Ball Corporation | Same company',
  ]);
  expect(document.querySelector('main')?.textContent).toContain(
    'The same name under another ticker. Each counts as one company that left and one that joined, until you confirm that they are the same.',
  );
  expect(card('Joined')).toEqual([
    'Joined 2',
    'NVDA | NVIDIA | Information Technology',
    'BALL | Ball Corporation | Materials',
  ]);
  expect(card('Left')).toEqual([
    'Left 3',
    'SBUX | Starbucks | Consumer Discretionary',
    'BLL | Ball Corp | Materials',
    'CELG | Celgene | Health Care',
  ]);
  expect(card('Another sector')).toEqual(['Another sector 1', 'GE | GE Aerospace | Industrials → Materials']);
  expect(card('Another weight')).toEqual([
    'Another weight 6',
    'MSFT | Microsoft | 6.5 → 6.00 | −0.50',
    'JPM | JPMorgan Chase | 1.15 → 1.4 | +0.25',
    'AAPL | Apple Inc | 7.00 → 7.10 | +0.10',
    'GE | GE Aerospace | 0.45 → 0.5 | +0.05',
    'XOM | Exxon Mobil | 1.24 → 1.2 | −0.04',
    'DIS | Walt Disney | 0.12 → 0.09 | −0.03',
  ]);
  for (const [name, label, value] of [
    ['SBUX, explain', 'Starbucks, change', 'left'],
    ['NVDA, explain', 'NVIDIA, change', 'joined'],
    ['+0.25, explain the change of JPM', 'JPMorgan Chase, change', '0.25 percentage points'],
    ['BLL → BALL, explain', 'Ball Corporation, change', 'joined'],
  ] as const) {
    await press(name);
    expect((await explained(label)).words[1]).toBe(value);
  }
  await press('Close the explanation');
  await waitFor(() => expect(panel()).toBeNull());

  await press('Same company: BLL and BALL');
  await waitFor(() =>
    expect(cards()).toEqual(['Renamed 1', 'Joined 1', 'Left 2', 'Another sector 1', 'Another weight 7']),
  );
  expect(card('Renamed')).toEqual(['Renamed 1', 'BLL → BALL | Ball Corporation | confirmed: stayed | Undo']);
  expect(card('Another weight')[7]).toBe('BALL | Ball Corporation | 0.31 → 0.29 | −0.02');
  expect(await sentence()).toContain('; 1 joined, 2 left, 11 stayed.');
  await press('BALL, explain');
  expect((await explained('Ball Corporation, change')).words).toEqual([
    ...['Ball Corporation, change', '−0.02 percentage points', '2023-12-29 to 2026-03-06'],
    'The weight minus the weight in the list of 2023-12-29, where it was BLL.',
    ...['w(t) − w(then)', '0.29 − 0.31 = −0.02'],
  ]);
  await page.close();

  // The pair is stored, and undoing it separates the companies again.
  await openPage('/constituents?view=changes&code=IVV&vs=2023-12-29', { dataDir, at: AT });
  await waitFor(() => expect(cards()[1]).toBe('Joined 1'));
  await press('Undo: BLL and BALL');
  await waitFor(() => expect(cards().slice(0, 3)).toEqual(['Possibly renamed 1', 'Joined 2', 'Left 3']));
  await the('Same company: BLL and BALL');
});

test('a pair that cannot be stored is reported, and a single list has no changes', async () => {
  const { router } = await openPage('/constituents?view=changes&code=IVV&vs=2023-12-29', {
    ...{ dataDir: folderOf(...IVV, FUND), at: AT },
    instead: ({ url }) =>
      url.endsWith('/host/set-same-company')
        ? Response.json({ detail: 'The disk is full.' }, { status: 507 })
        : undefined,
  });
  await press('Same company: BLL and BALL');
  await waitFor(() => expect(alert()).toContain('It was not stored. The disk is full.'));
  expect(card('Joined')[0]).toBe('Joined 2');
  await router.navigate({ to: '/constituents', search: { code: 'FUND', view: 'changes' } });
  await screen.findByText('There is only one list. Import an older one, with its date, to see changes.');
  expect(control('Import an older list')?.getAttribute('href')).toBe('/data#import-file');
});
