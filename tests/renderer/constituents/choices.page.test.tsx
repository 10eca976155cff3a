import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, windowOf } from '../open-page.tsx';
import {
  AT,
  control,
  explained,
  FUND,
  figures,
  folderOf,
  IVV,
  optionTexts,
  press,
  SP500,
  search,
  sectors,
  sentence,
  tiles,
} from './lists-page.ts';

const drawn = (count: number) => waitFor(() => expect(tiles()).toHaveLength(count));
const legend = () => [...document.querySelectorAll('ul[aria-label=Colours] li')];

test('lists are chosen, swapped and no longer compared; choosing another index drops the old choices', {
  tags: 'soak',
}, async () => {
  const { user, asked } = await openPage('/constituents?sector=Energy&code=IVV&vs=2023-12-29', {
    ...{ dataDir: folderOf(...IVV, FUND, SP500), at: AT },
  });
  await sentence('IVV on 2026-03-06');
  const choices = async (name: string) => {
    await press(name);
    await waitFor(() => expect(optionTexts()).not.toEqual([]));
    return optionTexts();
  };
  const choose = async (name: string, option: string) => {
    await choices(name);
    await press(option, '[role=listbox]');
  };
  expect([control('List of')?.value, control('Compared with the list of')?.value]).toEqual([
    '2026-03-06',
    '2023-12-29',
  ]);
  expect(await choices('Compared with the list of')).toEqual(['2023-12-29', '2020-06-30']);
  await user.keyboard('{Escape}');
  await press('Swap the two dates');
  await search('?code=IVV&date=2023-12-29&vs=2026-03-06&sector=Energy');
  expect(await sentence('IVV on 2023-12-29')).toBe(
    'IVV on 2023-12-29: 13 members; ten largest 19.90 %; Information Technology 13.50 %; 3 joined, 2 left, 10 stayed.',
  );
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('x');
  await search('?code=IVV&date=2026-03-06&vs=2023-12-29&sector=Energy');
  expect(await choices('List of')).toEqual(['2026-03-06', '2023-12-29', '2020-06-30']);
  await press('2020-06-30', '[role=listbox]');
  await search('?code=IVV&date=2020-06-30&vs=2023-12-29&sector=Energy');
  await choose('Compared with the list of', '2026-03-06');
  await search('?code=IVV&date=2020-06-30&vs=2026-03-06&sector=Energy');
  // The newest list needs no date in the address, so that a newer one can take its place.
  await choose('List of', '2026-03-06');
  await search('?code=IVV&vs=2026-03-06&sector=Energy');
  await choose('Compared with the list of', '2020-06-30');
  await search('?code=IVV&vs=2020-06-30&sector=Energy');
  // A new sector has gained all of its weight.
  await waitFor(() =>
    expect(sectors().slice(0, 2)).toEqual([
      'Information Technology | 3 | 19.90 | +14.50',
      'Financials | 2 | 3.15 | +3.15',
    ]),
  );
  await press('Compare with none');
  await search('?code=IVV&sector=Energy');
  await choose('Compared with the list of', '2020-06-30');
  expect(await choices('Index or fund')).toEqual(['SP500', 'IVV', 'FUND']);
  await press('FUND', '[role=listbox]');
  await search('?code=FUND');
  expect(await sentence('FUND')).toBe(
    'FUND on 2026-03-02: 4 members; ten largest 1242.5 %; Information Technology 1,238.0 %.',
  );
  expect(control('Compared with the list of')).toBeUndefined();
  await drawn(4);
  expect(tiles()[0]).toBe('MSFT, Microsoft, Information Technology, 1,234.5 %');
  expect(document.querySelector('[data-tile]')?.textContent).toContain('1,234.5');

  // A list without weights has equal tiles, so no legend and no choice of sizes.
  await choose('Index or fund', 'SP500');
  expect(await sentence('SP500')).toBe(
    'SP500 on 2026-01-05: 4 members. This list has no weights: tiles are equal.',
  );
  await drawn(4);
  expect(figures()).toEqual(['Members: 4', 'Sectors: 3']);
  expect(sectors()).toEqual(['Information Technology | 2', 'Communication Services | 1', 'Financials | 1']);
  expect(screen.getByText('This list has no weights.')).toBeDefined();
  expect([legend().length, control('equal')]).toEqual([0, undefined]);
  // Each list was requested only once, with its own date.
  const lists = asked.filter((one) => one.includes('/constituents/'));
  expect(lists).toEqual(
    [
      'IVV?date=2026-03-06',
      'IVV?date=2023-12-29',
      'IVV?date=2020-06-30',
      'FUND?date=2026-03-02',
      'SP500?date=2026-01-05',
    ].map((one) => `GET /constituents/series=${one}&limit=5000&offset=0`),
  );
});

test('in a narrow window, the figures take one line and the sectors are a tab', async () => {
  windowOf(1100);
  const { router } = await openPage('/constituents?code=IVV', { dataDir: folderOf(...IVV), at: AT });
  await sentence('IVV');
  expect(figures()).toEqual([
    ...['Members: 12', 'Sectors: 6', 'Ten largest: 25.79 %', 'HHI: 139.8872', 'Effective number: 4.8'],
  ]);
  expect([...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)).toEqual([
    'Map',
    'Sectors',
  ]);
  expect(document.querySelector('aside[aria-label=Figures]')).toBeNull();
  await drawn(12);
  await press('Sectors');
  await waitFor(() => expect(sectors()[1]).toBe('Financials | 2 | 3.15'));
  await press('3.15 %, explain the weight of Financials');
  await explained('Financials, IVV');
  await router.navigate({ to: '/constituents', search: { code: 'IVV', view: 'ledger' } });
  await waitFor(() => expect(document.querySelector('[role=tab]')).toBeNull());
});
