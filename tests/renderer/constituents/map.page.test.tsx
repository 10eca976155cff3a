import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../open-page.tsx';
import {
  AT,
  control,
  explained,
  figures,
  folderOf,
  IVV,
  panel,
  press,
  search,
  sectors,
  sentence,
  the,
  tiles,
  watchBackgrounds,
} from './lists-page.ts';

const map = () => document.querySelector('section[aria-label^="Map of"]');
const drawn = (count: number) => waitFor(() => expect(tiles()).toHaveLength(count));
const tile = (ticker: string) => {
  const place = [...document.querySelectorAll<HTMLElement>('[data-tile]')];
  return place.find(({ title }) => title.startsWith(`${ticker}, `)) as HTMLElement;
};
const legend = () => [...document.querySelectorAll('ul[aria-label=Colours] li')];
const focused = () => (document.activeElement as HTMLElement).title.split(',')[0];

test('a map compared with an earlier list shows tiles, colours, who left, the figures and the sectors', {
  tags: 'soak',
}, async () => {
  const background = watchBackgrounds();
  await openPage('/constituents?code=IVV&vs=2023-12-29', {
    ...{ dataDir: folderOf(...IVV), at: AT },
  });
  expect(await sentence('IVV')).toBe(
    'IVV on 2026-03-06: 12 members; ten largest 25.79 %; Information Technology 19.90 %; 2 joined, 3 left, 10 stayed.',
  );
  await drawn(12);
  expect(tiles()).toEqual([
    'AAPL, Apple Inc, Information Technology, 7.10 %; +0.10 points',
    'NVDA, NVIDIA, Information Technology, 6.8 %; joined since',
    'MSFT, Microsoft, Information Technology, 6.00 %; −0.50 points',
    'BRK.B, Berkshire Hathaway, Financials, 1.75 %; ±0 points',
    'JPM, JPMorgan Chase, Financials, 1.4 %; +0.25 points',
    'XOM, Exxon Mobil, Energy, 1.2 %; −0.04 points',
    'CVX, Chevron, Energy, 0.65 %; ±0 points',
    'GE, GE Aerospace, Materials, 0.5 %; +0.05 points',
    'BALL, Ball Corporation, Materials, 0.29 %; joined since',
    'T, AT&T, Communication Services, 0.1 %; ±0 points',
    'DIS, Walt Disney, Communication Services, 0.09 %; −0.03 points',
    'LIN, Linde, not given',
  ]);
  const places = [...document.querySelectorAll<HTMLElement>('[data-tile]')];
  expect(places.map(({ title }) => title)).toEqual(tiles());
  // The tiles begin below the name of their sector, with a gap of 1 pixel between them.
  const [first, second] = places.map(({ style }) => [style.left, style.top, style.width, style.height]);
  expect([first, second]).toEqual([
    ['0px', '18px', '326.357283px', '579px'],
    ['327.357283px', '18px', '312.525285px', '579px'],
  ]);
  expect(map()?.getAttribute('aria-label')).toBe('Map of IVV: 12 members in 5 sectors');
  expect([...(map()?.querySelectorAll(':scope > span') ?? [])].map((head) => head.textContent)).toEqual([
    ...['Information Technology 3', 'Financials 2', 'Energy 2', 'Materials 2', 'Communication Services 2'],
  ]);
  const head = map()?.querySelectorAll<HTMLElement>(':scope > span')[1]?.style;
  expect([head?.left, head?.top, head?.width]).toEqual(['919.522526px', '0px', '280.477474px']);
  // A tile shows ticker and weight, or the ticker alone if only that fits.
  const written = (ticker: string) =>
    [...tile(ticker).querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent);
  expect(['AAPL', 'BALL', 'T'].map(written)).toEqual([['AAPL', '7.10'], ['BALL', '0.29'], ['T']]);
  expect(places.filter(({ dataset }) => dataset.new).map(({ title }) => title.split(',')[0])).toEqual([
    'NVDA',
    'BALL',
  ]);
  const [fall2, fall1, same, rise1, rise2] = legend().map((line) => background(line.querySelector('span')));
  expect(legend().map(({ textContent }) => textContent)).toEqual([
    ...['lost 0.1 points or more', 'lost less', 'no change, or joined (outlined)', 'gained less'],
    'gained 0.1 points or more',
  ]);
  expect([fall2, fall1, same, rise1, rise2]).toEqual([
    'light-dark(#ef9c4b, #cb7f2d)',
    'light-dark(#fcd7ae, #6a4422)',
    'light-dark(#e6e8ec, #2b3038)',
    'light-dark(#b9d3f3, #28486e)',
    'light-dark(#6ba3df, #4c8dd2)',
  ]);
  expect(places.map(background)).toEqual([
    ...[rise2, same, fall2, same, rise2, fall1, same, rise1, same, same, fall1, same],
  ]);
  expect(figures()).toEqual([
    ...['Members: 12', 'Sectors: 6', 'Ten largest: 25.79 %', 'HHI: 139.8872', 'Effective number: 4.8'],
  ]);
  expect(document.querySelector('aside dt[title^="The sum of the squares"]')?.textContent).toBe('HHI');
  expect(document.querySelector('aside a')?.getAttribute('href')).toBe('/guide/lists#concentration');
  expect(document.querySelector('aside[aria-label=Figures]')?.textContent).toContain(
    'Weights add up to 25.88; cash is not in the list. 1 member has none.',
  );
  expect(sectors()).toEqual([
    'Information Technology | 3 | 19.90 | +6.40',
    'Financials | 2 | 3.15 | +0.25',
    'Energy | 2 | 1.85 | −0.04',
    'Materials | 2 | 0.79 | +0.48',
    'Communication Services | 2 | 0.19 | −0.03',
    'not given | 1 |  | ±0',
  ]);

  const before = history.length;
  // The earlier list explains a member that left. The figures come back when its explanation is closed.
  expect(document.querySelector('main')?.textContent).toContain('3 left: SBUX, BLL, CELG');
  await press('SBUX');
  expect((await explained('SBUX Starbucks')).words).toEqual([
    'SBUX Starbucks',
    '0.55 %',
    'As listed: sector Consumer Discretionary, number 7 of 13 by weight.',
    'Sourcelong-constituentsFileIVV 2023-12-29.csvPlaceline 8SHA-256c0deImported2026-11-20 12:00 UTC, run 2Earlier lists2020-06-30: not in it',
  ]);
  const aside = document.querySelector<HTMLElement>('aside[aria-label=Figures]');
  expect(aside?.style.display).toBe('none');
  await press('Close the explanation');
  await waitFor(() => expect(panel()).toBeNull());
  expect(aside?.style.display).toBe('');
  expect(location.search).toBe('?code=IVV&vs=2023-12-29');

  // Each figure has its own explanation.
  for (const [name, label, word] of [
    ['12', 'Members of IVV of 2026-03-06', 'members'],
    ['25.79', 'Ten largest, IVV', 'top'],
    ['139.8872', 'HHI of IVV', 'hhi'],
    ['4.8', 'Effective number of IVV', 'effective'],
    ['25.88', 'Sum of the weights, IVV', 'total'],
    ['3.15 %, explain the weight of Financials', 'Financials, IVV', 'sector%3AFinancials'],
    ['+0.25, explain the change of Financials', 'Financials, change', 'sector-change%3AFinancials'],
  ] as const) {
    await press(name, 'aside[aria-label=Figures]');
    await explained(label);
    await search(`?code=IVV&vs=2023-12-29&explain=${word}`);
  }
  for (const [name, label] of [
    ['19.90', 'Information Technology, IVV'],
    ['2', 'Members of IVV that joined'],
    ['3', 'Members of IVV that left'],
    ['10', 'Members of IVV that stayed'],
  ] as const) {
    await press(name);
    await explained(label);
  }
  fireEvent.click(tile('NVDA'));
  expect(await explained('NVDA NVIDIA')).toEqual({
    words: [
      ...['NVDA NVIDIA', '6.8 %', 'As listed: sector Information Technology, number 2 of 12 by weight.'],
      'Sourcelong-constituentsFileIVV 2026-03-06.csvPlaceline 4SHA-256c0deImported2026-11-20 12:00 UTC, run 3Earlier lists2023-12-29: not in it; 2020-06-30: 0.4',
    ],
    parts: ['NVIDIA, change | 2023-12-29 to 2026-03-06 | joined'],
  });
  // Explanations added no entry to the history.
  expect(history.length).toBe(before);
});

test('keys move over the tiles, change their size, swap the lists and go to the search; a sector is shown alone', async () => {
  const background = watchBackgrounds();
  const { user } = await openPage('/constituents?code=IVV', { dataDir: folderOf(...IVV), at: AT });
  expect(await sentence('IVV')).toBe(
    'IVV on 2026-03-06: 12 members; ten largest 25.79 %; Information Technology 19.90 %.',
  );
  await drawn(12);
  expect(tiles()[0]).toBe('AAPL, Apple Inc, Information Technology, 7.10 %');
  expect(legend().map((line) => [line.textContent, background(line.querySelector('span'))])).toEqual([
    ['below 0.1 %', 'light-dark(#e4edfa, #222b38)'],
    ['0.1–0.3 %', 'light-dark(#b9d1f1, #264569)'],
    ['0.3–1 %', 'light-dark(#7eabe2, #2f659f)'],
    ['1–3 %', 'light-dark(#2f65b3, #6ea6e0)'],
    ['3 % or more', 'light-dark(#0c3170, #bcd9f8)'],
  ]);
  expect(document.querySelector('main')?.textContent).not.toContain('left:');
  expect(sectors()[1]).toBe('Financials | 2 | 3.15');

  // Only one tile is a tab stop; arrows move to its neighbours and stop at the edge.
  for (const ticker of ['XOM', 'AAPL']) {
    tile(ticker).focus();
    await waitFor(() => expect(tile(ticker).tabIndex).toBe(0));
  }
  // The key does not scroll the page.
  expect(fireEvent.keyDown(tile('AAPL'), { key: 'ArrowLeft' })).toBe(false);
  const seen = [];
  for (const key of [
    'ArrowLeft',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowDown',
    'ArrowUp',
    'ArrowLeft',
    'a',
  ]) {
    await user.keyboard(key === 'a' ? 'a' : `{${key}}`);
    seen.push(focused());
  }
  expect(seen).toEqual(['AAPL', 'NVDA', 'MSFT', 'JPM', 'XOM', 'JPM', 'MSFT', 'MSFT']);
  expect(
    [...document.querySelectorAll<HTMLElement>('[data-tile]')].filter(({ tabIndex }) => tabIndex === 0),
  ).toEqual([tile('MSFT')]);
  await user.keyboard('{Enter}');
  await explained('MSFT Microsoft');
  expect(location.search).toBe('?code=IVV&explain=MSFT');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(panel()).toBeNull());
  expect(focused()).toBe('MSFT');

  // X does nothing without a list to compare with; S switches the size and back, as the control does.
  await user.keyboard('xs');
  await search('?code=IVV&size=equal');
  await waitFor(() => expect(tile('AAPL').style.height).toBe(tile('MSFT').style.height));
  expect(tiles().map((text) => text?.split(',')[0])).toEqual([
    ...['AAPL', 'NVDA', 'MSFT', 'T', 'DIS', 'XOM', 'CVX', 'BRK.B', 'JPM', 'GE', 'BALL', 'LIN'],
  ]);
  fireEvent.click(tile('T'));
  await explained('T AT&T');
  await press('Close the explanation');
  await waitFor(() => expect(panel()).toBeNull());
  await user.keyboard('s');
  await search('?code=IVV');
  await press('equal');
  await search('?code=IVV&size=equal');
  await press('weight');
  await search('?code=IVV');

  const energy = () => control('Energy') as HTMLElement;
  expect([energy().title, energy().getAttribute('aria-pressed')]).toEqual(['Show Energy alone', 'false']);
  fireEvent.click(energy());
  await drawn(2);
  expect([energy().title, energy().getAttribute('aria-pressed')]).toEqual(['Show all sectors', 'true']);
  expect(location.search).toBe('?code=IVV&sector=Energy');
  expect(screen.getByText('2 of 12')).toBeDefined();
  fireEvent.click(energy());
  await drawn(12);
  expect(location.search).toBe('?code=IVV');

  // A search adds no entry to the history.
  const before = history.length;
  await user.keyboard('/');
  await user.keyboard('tech sof');
  await drawn(1);
  expect(tile('MSFT').tabIndex).toBe(0);
  expect(history.length).toBe(before);
  expect([tiles()[0], location.search]).toEqual([
    'MSFT, Microsoft, Information Technology, 6.00 %',
    '?code=IVV&q=tech+sof',
  ]);
  expect(map()?.getAttribute('aria-label')).toBe('Map of IVV: 1 member in 1 sector');
  await user.keyboard('x');
  expect(await screen.findByText('No member matches.')).toBeDefined();
  expect([legend().length, screen.getByText('0 of 12') !== null]).toEqual([0, true]);
  await press('Take away');
  await the('Copy citation');
  expect(control('Save as SVG')).toBeUndefined();
});
