import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../open-page.tsx';
import {
  AT,
  explained,
  FUND,
  folderOf,
  IVV,
  optionTexts,
  panel,
  press,
  rows,
  SP500,
  search,
  sentence,
} from './lists-page.ts';

const told = () => document.querySelector('section[aria-label="Lists to compare"] > p')?.textContent;
/** The cards of members that are in one list only: heading and lines. */
const only = () =>
  [...document.querySelectorAll('main section[aria-label^="Only in"]')].map((card) => [
    card.getAttribute('aria-label'),
    card.querySelector('h2')?.textContent,
    ...[...card.querySelectorAll('li')].map((line) =>
      [...line.children].map((one) => one.textContent).join(' | '),
    ),
  ]);

test('two and three lists are compared, and each of their numbers explains itself', async () => {
  await openPage('/constituents?view=compare&code=IVV', {
    ...{ dataDir: folderOf(...IVV, FUND, SP500), at: AT },
  });
  await sentence('IVV');
  expect(
    screen.getByText('Choose lists of the same or of other indices and funds, each with its date.'),
  ).toBeDefined();
  const field = () =>
    document.querySelector('section[aria-label="Lists to compare"] input') as HTMLInputElement;
  expect(screen.getByText('IVV of 2026-03-06 compared with')).toBeDefined();
  expect(field().placeholder).toBe('Choose one to four lists');
  fireEvent.click(field());
  await waitFor(() => expect(optionTexts()).not.toEqual([]));
  expect(optionTexts()).toEqual([
    ...['SP500 of 2026-01-05', 'IVV of 2023-12-29', 'IVV of 2020-06-30', 'FUND of 2026-03-02'],
  ]);
  await press('FUND of 2026-03-02');
  await search('?code=IVV&view=compare&with=FUND%402026-03-02');
  // The lesser weights: Apple 3.5, JPMorgan 1.4 (not 2.0), Microsoft 6.00.
  await waitFor(() =>
    expect(told()).toBe('3 members are in both; the lesser of their weights add up to 10.90 %.'),
  );
  expect(field().placeholder).toBe('');
  expect(rows()).toEqual([
    ['In common', 'IVV of 2026-03-06', 'FUND of 2026-03-02'],
    ['IVV of 2026-03-06', '12 members', '3; 10.90 %'],
    ['FUND of 2026-03-02', '3; 10.90 %', '4 members'],
  ]);
  expect(only()[1]).toEqual([
    ...['Only in FUND of 2026-03-02', 'Only in FUND of 2026-03-02 1', 'TSLA | Tesla | 2.5'],
  ]);
  await press('IVV of 2020-06-30');
  await search('?code=IVV&view=compare&with=FUND%402026-03-02,IVV%402020-06-30');
  await waitFor(() =>
    expect(told()).toBe('1 member is in all 3; the lesser of their weights add up to 3.5 %.'),
  );
  expect(rows()).toEqual([
    ['In common', 'IVV of 2026-03-06', 'FUND of 2026-03-02', 'IVV of 2020-06-30'],
    ['IVV of 2026-03-06', '12 members', '3; 10.90 %', '3; 5.9 %'],
    ['FUND of 2026-03-02', '3; 10.90 %', '4 members', '1; 3.5 %'],
    ['IVV of 2020-06-30', '3; 5.9 %', '1; 3.5 %', '5 members'],
  ]);
  expect(only()).toEqual([
    [
      ...['Only in IVV of 2026-03-06', 'Only in IVV of 2026-03-06 7', 'BRK.B | Berkshire Hathaway | 1.75'],
      ...[
        'XOM | Exxon Mobil | 1.2',
        'CVX | Chevron | 0.65',
        'BALL | Ball Corporation | 0.29',
        'T | AT&T | 0.1',
      ],
      ...['DIS | Walt Disney | 0.09', 'LIN | Linde | '],
    ],
    ['Only in FUND of 2026-03-02', 'Only in FUND of 2026-03-02 1', 'TSLA | Tesla | 2.5'],
    [
      'Only in IVV of 2020-06-30',
      'Only in IVV of 2020-06-30 2',
      'BLL | Ball Corp | 0.35',
      'CELG | Celgene | 0.2',
    ],
  ]);
  // The sentence counts over all lists, a cell of the table over the two lists of its row and column.
  const pressed = async (place: string, at: number, label: string) => {
    fireEvent.click(
      document.querySelectorAll<HTMLElement>(`section[aria-label="Lists to compare"] ${place} button`)[
        at
      ] as HTMLElement,
    );
    await explained(label);
    return new URLSearchParams(location.search).get('explain');
  };
  const all = 'IVV of 2026-03-06 and FUND of 2026-03-02 and IVV of 2020-06-30';
  expect(await pressed('> p', 0, `Members in common of ${all}`)).toBe('common');
  expect((await explained(`Members in common of ${all}`)).parts).toEqual([
    'Members of IVV of 2026-03-06 | 2026-03-06 | 12 members',
    'Members of FUND of 2026-03-02 | 2026-03-02 | 4 members',
    'Members of IVV of 2020-06-30 | 2020-06-30 | 5 members',
  ]);
  expect(await pressed('> p', 1, `Weight in common of ${all}`)).toBe('shared');
  expect(
    await pressed(
      'tbody tr:nth-child(2) td:nth-child(4)',
      0,
      'Members in common of FUND of 2026-03-02 and IVV of 2020-06-30',
    ),
  ).toBe('common:FUND@2026-03-02,IVV@2020-06-30');
  expect(
    await pressed(
      'tbody tr:nth-child(1) td:nth-child(4)',
      1,
      'Weight in common of IVV of 2026-03-06 and IVV of 2020-06-30',
    ),
  ).toBe('shared:IVV@2026-03-06,IVV@2020-06-30');
  expect(panel()?.querySelector('.strong')?.textContent).toBe('5.9 %');
});

test('with a list without weights, only members are compared; a single list asks for another one', async () => {
  const { router, close } = await openPage(
    '/constituents?view=compare&code=FUND&with=SP500@2026-01-05,FUND@2026-03-02',
    {
      ...{ dataDir: folderOf(FUND, SP500), at: AT },
    },
  );
  await waitFor(() =>
    expect(told()).toBe(
      '2 members are in both. Not all of these lists have weights, so only members are counted.',
    ),
  );
  expect(rows()[1]).toEqual(['FUND of 2026-03-02', '4 members', '2']);
  // There is no cell for a list and itself.
  expect(rows()[0]).toEqual(['In common', 'FUND of 2026-03-02', 'SP500 of 2026-01-05']);
  await router.navigate({ to: '/constituents', search: { code: 'FUND', view: 'ledger' } });
  await screen.findByText('There is only one list. Import an older one, with its date, to see changes.');
  await close();
  await openPage('/constituents?view=compare', { dataDir: folderOf(FUND), at: AT });
  await screen.findByText('There is only one list. Import another one to compare it with.');
});
