import { act, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { HistoryBar, HistoryView } from '../../../renderer/yields/history-view.tsx';
import { draw } from './draw.tsx';
import { asked, shownFew } from './shown-few.ts';

test('below the curve the range, the speed and one or two spreads are chosen', async () => {
  const { changes, given } = asked();
  const user = userEvent.setup();
  const pressed: (number | string)[] = [];
  const player = {
    ...{ isPlaying: false, speed: 4 },
    ...{ toggle: () => void pressed.push('play'), setSpeed: (speed: number) => void pressed.push(speed) },
  };
  const bar = (search: Parameters<typeof shownFew>[0], hasKey = true) => (
    <HistoryBar shown={shownFew(search, given)} player={player} hasKey={hasKey} />
  );
  const drawn = draw(bar({ range: '5Y' }));
  const radios = () => drawn.all('input[type=radio]') as HTMLInputElement[];
  expect(
    radios()
      .map(({ value, checked }) => `${value}${checked ? '*' : ''}`)
      .join(' '),
  ).toBe('0.25 1 4* 16 1Y 5Y* 10Y Max');
  expect(drawn.attributes('[title]', 'title').join(', ')).toBe(
    '¼ months a second, 1 months a second, 4 months a second, 16 months a second, One year, Five years, Ten years, All there is',
  );
  await user.click(drawn.one('[aria-label=Play]'));
  await user.click(within(drawn.box).getByText('16'));
  await user.click(within(drawn.box).getByText('1Y'));
  expect([pressed, changes]).toEqual([['play', 16], [{ range: { preset: '1Y' } }]]);
  expect(drawn.texts('.at-end')).toEqual(['3.505.56 %']);

  const spreads = async () => {
    await user.click(within(drawn.box).getByRole('button', { name: 'Spreads' }));
    return within(document.body).findAllByRole('menuitemcheckbox');
  };
  const items = await spreads();
  expect(items.map((one) => `${one.textContent} ${one.getAttribute('aria-checked')}`)).toEqual([
    '2s10s: 10 years less 2 years true',
    '3m10y: 10 years less 3 months true',
    '5s30s: 30 years less 5 years false',
  ]);
  changes.length = 0;
  await user.click(items[2] as HTMLElement);
  await user.click(items[0] as HTMLElement);
  // The spread that was chosen first is replaced.
  expect(changes).toEqual([{ spread: ['US10Y_US3M', 'US30Y_US5Y'] }, { spread: ['US10Y_US3M'] }]);
  drawn.again(bar({ spread: 'US10Y_US3M', range: '-18M' }, false));
  await user.click(items[1] as HTMLElement);
  await user.click(items[0] as HTMLElement);
  expect(changes.slice(2)).toEqual([{ spread: ['US10Y_US3M', 'US10Y_US2Y'] }]);
  expect([
    drawn.texts('.at-end'),
    radios()
      .slice(4)
      .filter(({ checked }) => checked),
  ]).toEqual([[''], []]);
});

test('the history shows all tenors as a map or one tenor over time, by level or less its median', async () => {
  const { changes, explained, given } = asked();
  const user = userEvent.setup();
  const player = { isPlaying: false, speed: 4, toggle: () => undefined, setSpeed: () => undefined };
  const view = (search: Parameters<typeof shownFew>[0], isWhole = true) => (
    <HistoryView shown={{ ...shownFew(search, { ...given, isWhole }), spreads: [] }} player={player} />
  );
  const drawn = draw(view({ view: 'history' }));
  await within(drawn.box).findByRole('slider');
  expect([drawn.attributes('[role=slider]', 'aria-valuetext'), drawn.texts('.at-end')]).toEqual([
    ...[['2025-03-07'], ['3.505.56 %']],
  ]);
  expect(drawn.texts('[data-date-of]')).toEqual(['2025-03-07']);
  await user.click(within(drawn.box).getByText('Less its median'));
  await user.click(drawn.one('input[aria-label=Tenor], [aria-label=Tenor] input'));
  const options = () => within(document.body).findAllByRole('option');
  expect((await options()).map(({ textContent }) => textContent).slice(0, 3)).toEqual([
    ...['All tenors', '1 month', '1.5 months'],
  ]);
  await user.click((await options())[12] as HTMLElement);
  expect(changes).toEqual([{ isLessMedian: true }, { tenor: 'US10Y' }]);

  drawn.again(view({ view: 'history', tenor: 'US20Y.median', date: '2025-03-06' }));
  expect(drawn.all('[role=slider]')).toEqual([]);
  expect(drawn.attributes('[role=img]', 'aria-label')).toEqual([
    'Treasury par yield, 20 years, percentage points from its median, 2022-10-18 to 2025-03-07',
  ]);
  expect(drawn.texts('.at-end')).toEqual(['']);
  await user.click(within(drawn.box).getByRole('button', { name: '4.64 %' }));
  expect(explained).toEqual(['US20Y']);
  await user.click(within(drawn.box).getByText('Level'));
  await user.click(drawn.one('input[aria-label=Tenor], [aria-label=Tenor] input'));
  await user.click((await options())[0] as HTMLElement);
  expect(changes.slice(2)).toEqual([{ isLessMedian: false }, { tenor: undefined }]);
  const shown = { ...shownFew({ view: 'history', tenor: 'US20Y', date: '2025-03-06' }), spreads: [] };
  drawn.again(<HistoryView shown={shown} player={player} />);
  act(() => shown.scrub.move(3));
  // The value is not that of the drawn day, so it is dimmed.
  expect(drawn.texts('[data-dimmed]')).toEqual(['4.64 %']);
  drawn.again(view({ view: 'history', tenor: 'US20Y', date: '2025-03-05' }));
  expect(drawn.box.textContent).toContain('no value on this day');
  drawn.again(view({ view: 'history' }, false));
  expect(drawn.attributes('[role=img]', 'aria-label')).toEqual(['Loading the history']);
});
