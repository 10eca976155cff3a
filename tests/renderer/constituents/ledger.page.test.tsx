import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dateText } from '../../../service/calendar/dates.ts';
import { dayOf } from '../../api/folder.ts';
import { openPage } from '../open-page.tsx';
import {
  AT,
  control,
  explained,
  folderOf,
  type Held,
  IVV,
  press,
  rows,
  sentence,
  the,
  watchBackgrounds,
} from './lists-page.ts';

test('a ledger shows each company with its stays and a bar; keys move through it, a press explains a company', async () => {
  const background = watchBackgrounds();
  const { user, asked } = await openPage('/constituents?view=ledger&code=IVV&date=2023-12-29', {
    dataDir: folderOf(...IVV),
    at: AT,
  });
  await waitFor(() => expect(rows().length).toBe(16));
  expect(
    document.querySelector('section[aria-label="Ledger of IVV"] table')?.getAttribute('aria-rowcount'),
  ).toBe('16');
  const [first, middle, last] = ['2020-06-30', '2023-12-29', '2026-03-06'];
  const joined = `joined between ${first} and ${middle}`;
  const since = `joined between ${middle} and ${last}`;
  const until = `left between ${middle} and ${last}`;
  expect(rows().map((row) => row.slice(0, 3))).toEqual([
    ['Ticker', 'Company', 'In the lists'],
    ['BALL', 'Ball Corporation', since],
    ['NVDA', 'NVIDIA', `left between ${first} and ${middle}, ${since}`],
    ['BLL', 'Ball Corp', until],
    ['CELG', 'Celgene', until],
    ['SBUX', 'Starbucks', `${joined}, ${until}`],
    ['T', 'AT&T', joined],
    ['BRK.B (BRK-B)', 'Berkshire Hathaway', joined],
    ['CVX', 'Chevron', joined],
    ['XOM', 'Exxon Mobil', joined],
    ['JPM', 'JPMorgan Chase', joined],
    ['LIN', 'Linde', joined],
    ['MSFT', 'Microsoft', joined],
    ['DIS', 'Walt Disney', joined],
    ['AAPL', 'Apple Inc', 'in all 3 lists'],
    ['GE', 'GE Aerospace', 'in all 3 lists'],
  ]);
  expect(rows()[0]?.[3]).toBe(`${first}3 lists${last}`);
  expect(screen.getByText('15 of 15')).toBeDefined();
  // The second list is 1,277 days after the first, the last one 2,075 days.
  const bar = (row: number) =>
    [...document.querySelectorAll(`main tbody tr:nth-child(${row}) .overlay`)].map((part) => {
      const { left, width } = (part as HTMLElement).style;
      return [
        left,
        width,
        background(part).startsWith('repeating-linear-gradient(135deg') ? 'hatched' : background(part),
      ];
    });
  const share = (1277 / 2075) * 100;
  const solid = 'light-dark(#5f86d6, #5f86d6)';
  expect(bar(14)).toEqual([['calc(0% - 3px)', 'calc(100% + 6px)', solid]]);
  expect(bar(6)).toEqual([
    ['0%', `${share}%`, 'hatched'],
    [`calc(${share}% - 3px)`, `calc(${100 - share}% + 6px)`, solid],
  ]);
  expect(bar(3).map(([, , look]) => look)).toEqual([solid, 'hatched']);

  control('BALL')?.focus();
  // The key does not scroll the page.
  expect(fireEvent.keyDown(control('BALL') as HTMLElement, { key: 'ArrowUp' })).toBe(false);
  const seen = [];
  for (const key of [
    'ArrowUp',
    'ArrowDown',
    'ArrowDown',
    'ArrowUp',
    'PageDown',
    'PageUp',
    'End',
    'ArrowDown',
    'Home',
    'a',
  ]) {
    await user.keyboard(key === 'a' ? 'a' : `{${key}}`);
    seen.push(document.activeElement?.textContent);
  }
  expect(seen).toEqual(['BALL', 'NVDA', 'BLL', 'NVDA', 'GE', 'BALL', 'GE', 'GE', 'BALL', 'BALL']);
  expect(
    [...document.querySelectorAll<HTMLElement>('[data-company]')].map(({ tabIndex }) => tabIndex),
  ).toEqual([0, ...Array.from({ length: 14 }, () => -1)]);
  expect([...document.querySelectorAll('main tbody tr')].at(-1)?.getAttribute('aria-rowindex')).toBe('16');
  control('CELG')?.focus();
  await waitFor(() => expect(control('CELG')?.tabIndex).toBe(0));
  await press('CELG');
  expect(await explained('CELG Celgene')).toEqual({
    words: [
      ...['CELG Celgene', '2 of 3 lists', `${first} to ${last}`],
      'Left between 2023-12-29 and 2026-03-06. The exact day between two lists is not known.',
    ],
    parts: ['CELG Celgene | 2023-12-29 | 0.3 %', 'CELG Celgene | 2020-06-30 | 0.2 %'],
  });
  expect(location.search).toBe('?code=IVV&date=2023-12-29&view=ledger&explain=company%3ACELG');

  // The search reads a company's newest sector and all tickers that it has had.
  const type = async (text: string) => {
    fireEvent.change(await the('Search ticker, name or sector'), { target: { value: text } });
  };
  const found = () =>
    rows()
      .slice(1)
      .map(([ticker]) => ticker);
  await type('materials');
  await waitFor(() => expect(found()).toEqual(['BALL', 'BLL', 'GE']));
  expect(screen.getByText('3 of 15')).toBeDefined();
  expect(control('GE')?.tabIndex).toBe(0);
  await type('brk-b berk');
  await waitFor(() => expect(found()).toEqual(['BRK.B (BRK-B)']));
  await type('industrials');
  expect(await screen.findByText('No company matches.')).toBeDefined();
  expect(asked.filter((one) => one.includes('/constituents/')).map((one) => one.split('date=')[1])).toEqual(
    [middle, first, last].map((day) => `${day}&limit=5000&offset=0`),
  );
});

test('two companies with one ticker each have their own explanation, as joined, as left and in the ledger', async () => {
  const apple = ['AAPL', 'Apple Inc', 'Information Technology', '3'] as const;
  const both = [
    ['SAN', 'Banco Santander', 'Financials', '2'],
    ['SAN', 'Sanofi', 'Health Care', '1'],
  ] as const;
  const dataDir = folderOf(
    ...IVV,
    { code: 'FUND', day: '2026-01-05', lines: [apple] },
    { code: 'FUND', day: '2026-02-05', lines: [apple, ...both] },
  );
  const { router } = await openPage('/constituents?code=FUND&view=changes&vs=2026-01-05', {
    dataDir,
    at: AT,
  });
  const pressed = async (at: number, label: string) => {
    const named = () =>
      [...document.querySelectorAll('main button')].filter((one) => one.textContent === 'SAN');
    await waitFor(() => expect(named()).toHaveLength(2));
    fireEvent.click(named()[at] as HTMLElement);
    await explained(label);
  };
  await pressed(0, 'Banco Santander, change');
  await pressed(1, 'Sanofi, change');
  await router.navigate({
    to: '/constituents',
    search: { code: 'FUND', date: '2026-01-05', vs: '2026-02-05' },
  });
  await sentence('FUND on 2026-01-05');
  await pressed(1, 'SAN Sanofi');
  // Each index shows its own ledger, even if both are loaded.
  for (const [code, count] of [
    ['FUND', '3 of 3'],
    ['IVV', '15 of 15'],
    ['FUND', '3 of 3'],
  ] as const) {
    await router.navigate({ to: '/constituents', search: { code, view: 'ledger' } });
    await screen.findByText(count);
  }
  await pressed(0, 'SAN Banco Santander');
  await pressed(1, 'SAN Sanofi');
});

test('a ledger of more than sixty lists says how many of them it shows', { tags: 'soak' }, async () => {
  const newest = dayOf('2026-03-06');
  const many = Array.from(
    { length: 62 },
    (_, i): Held => ({
      ...{ code: 'FUND', day: dateText(newest - i) },
      lines: [['AAPL', 'Apple Inc', 'Information Technology', `${i + 1}`]],
    }),
  );
  await openPage('/constituents?view=ledger', { dataDir: folderOf(many), at: AT });
  // The page requests each of the sixty lists.
  await waitFor(() => expect(rows().length).toBe(2), { timeout: 60_000 });
  expect(rows()[0]?.[3]).toBe('2026-01-0460 of 62 lists2026-03-06');
  expect(rows()[1]?.slice(0, 3)).toEqual(['AAPL', 'Apple Inc', 'in all 60 lists']);
});
