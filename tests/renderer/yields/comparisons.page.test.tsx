import { fireEvent, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AlikeList } from '../../../renderer/yields/curve-view.tsx';
import { ComparisonChips } from '../../../renderer/yields/yields-bar.tsx';
import { draw } from './draw.tsx';
import { asked, shownFew } from './shown-few.ts';
import { someCurves } from './some-curves.ts';

test('similar days are listed by shape or with the level, and can be compared, explained and opened', async () => {
  const { changes, explained, given } = asked();
  const user = userEvent.setup();
  const shown = shownFew({ date: '2025-03-06', vs: '1m,2024-03-07' }, given);
  const drawn = draw(<AlikeList shown={shown} />);
  const lists = () => drawn.texts('li');
  expect([drawn.texts('[role=status]'), lists()]).toEqual([
    ['No earlier day is similar. The nearest:'],
    ['2022-10-1930.27 bp'],
  ]);
  await user.click(within(drawn.box).getByText('With level'));
  expect([drawn.texts('[role=status]'), lists()]).toEqual([
    ['No earlier day is similar. The nearest:'],
    ['2022-10-1832.98 bp'],
  ]);
  const button = (name: RegExp) => within(drawn.box).getAllByRole('button', { name })[0] as HTMLElement;
  const first = drawn.one('li button').textContent;
  await user.click(button(/^Compare with/));
  await user.click(button(/ bp$/));
  await user.click(button(/^Go to/));
  await user.click(within(drawn.box).getByText('Shape'));
  await user.click(button(/ bp$/));
  expect([first, changes, explained]).toEqual([
    '2022-10-18',
    [{ vs: ['1m', '2024-03-07', '2022-10-18'] }, { date: '2022-10-18' }],
    ['alike.2022-10-18.level', 'alike.2022-10-19'],
  ]);
  drawn.again(<AlikeList shown={shownFew({ date: '2023-03-06' }, given)} />);
  expect([drawn.texts('[role=status]'), lists()]).toEqual([['Nothing earlier can be compared.'], []]);
  drawn.again(<AlikeList shown={shownFew({ date: '2025-03-06' }, { ...given, isWhole: false })} />);
  expect([drawn.texts('[role=status]'), lists()]).toEqual([[], []]);
});

test('the four most similar days are listed, the nearest first; the shape does not depend on the level', async () => {
  const day = (ten: number, level = 0) =>
    Object.fromEntries(
      ['3M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y', '10Y'].map((tenor) => [
        tenor,
        (4 + level + (tenor === '10Y' ? ten : 0)).toFixed(2),
      ]),
    );
  const curves = someCurves({
    ...{ '2022-01-03': day(0.1), '2022-06-01': day(0, 0.5), '2022-12-01': day(0.6), '2023-06-01': day(0.2) },
    ...{ '2023-12-01': day(0.3), '2024-12-02': day(0), '2025-03-07': day(0) },
  });
  const drawn = draw(<AlikeList shown={{ ...shownFew({}), curves, row: 6 }} />);
  // Only one of eight tenors differs: by shape it counts √(7/64) of its difference, with the level √(1/8).
  expect([drawn.texts('li'), drawn.texts('[role=status]')]).toEqual([
    ['2022-06-010.00 bp', '2022-01-033.31 bp', '2023-06-016.61 bp', '2023-12-019.92 bp'],
    [],
  ]);
  await userEvent.click(within(drawn.box).getByText('With level'));
  expect(drawn.texts('li')).toEqual([
    ...['2022-01-033.54 bp', '2023-06-017.07 bp', '2023-12-0110.61 bp', '2022-12-0121.21 bp'],
  ]);
});

test('pressing a compared similar day again ends its comparison, and a sixth comparison is refused', async () => {
  const { changes, given } = asked();
  const drawn = draw(<AlikeList shown={shownFew({ date: '2025-03-06', vs: '1m,2022-10-19' }, given)} />);
  const chip = drawn.one('li button');
  expect([chip.textContent, chip.getAttribute('aria-pressed')]).toEqual(['2022-10-19', 'true']);
  fireEvent.click(chip);
  expect(changes).toEqual([{ vs: ['1m'] }]);
  drawn.again(<AlikeList shown={shownFew({ date: '2025-03-06', vs: '1d,1w,1m,YTD,1y' }, given)} />);
  const full = drawn.one('li button');
  expect([full.getAttribute('aria-pressed'), full.getAttribute('aria-disabled')]).toEqual(['false', 'true']);
  fireEvent.click(full);
  expect(changes).toHaveLength(1);
  // At five comparisons, one can still be removed.
  drawn.again(<AlikeList shown={shownFew({ date: '2025-03-06', vs: '1d,1w,1m,YTD,2022-10-19' }, given)} />);
  fireEvent.click(drawn.one('li button'));
  expect(changes.at(-1)).toEqual({ vs: ['1d', '1w', '1m', 'YTD'] });
});

test('comparisons are chosen by span and by date; one without a curve says why', async () => {
  const { changes, given } = asked();
  const user = userEvent.setup();
  const drawn = draw(
    <ComparisonChips shown={shownFew({ date: '2025-03-07', vs: '1w,2025-02-20' }, given)} />,
  );
  const chips = () =>
    drawn
      .all('fieldset > button')
      .map((one) => [
        one.textContent,
        one.getAttribute('aria-label'),
        one.getAttribute('aria-pressed'),
        one.style.textDecoration,
      ]);
  expect(chips()).toEqual([
    ['1d', '1d: compare with the observation before', 'false', 'none'],
    ['1w', '1w: compare with a week before', 'true', 'none'],
    ['1m', '1m: compare with a month before', 'false', 'none'],
    ['YTD', 'YTD: compare with the end of the year before', 'false', 'none'],
    ['1y', '1y: compare with a year before', 'false', 'none'],
    [
      '2025-02-20',
      '2025-02-20: compare with this day; There is no curve of 2025-02-20 or the week before; the newest before it has the date 2025-02-07.',
      'true',
      'line-through',
    ],
    ['', 'Compare with another day', null, ''],
  ]);
  // Only a date has a cross: its button disappears with the comparison.
  expect(
    drawn.all('fieldset > button').map((one) => one.querySelector('svg')?.getAttribute('class') ?? ''),
  ).toEqual([
    ...['', '', '', '', ''],
    expect.stringContaining('icon-x'),
    expect.stringContaining('icon-plus'),
  ]);
  await user.hover(drawn.all('fieldset > button')[2] as HTMLElement);
  expect((await within(document.body).findByRole('tooltip')).textContent).toBe('A month before: 2025-02-07');
  for (const at of [0, 1, 5]) await user.click(drawn.all('fieldset > button')[at] as HTMLElement);
  expect(changes).toEqual([{ vs: ['1w', '2025-02-20', '1d'] }, { vs: ['2025-02-20'] }, { vs: ['1w'] }]);

  drawn.again(
    <ComparisonChips
      shown={shownFew({ date: '2025-03-07', vs: '1w,2025-02-20' }, { ...given, isWhole: false })}
    />,
  );
  expect(chips().map((one) => one[3])).toEqual(['none', 'none', 'none', 'none', 'none', 'none', '']);
  expect(chips()[5]?.[1]).toBe('2025-02-20: compare with this day');
  drawn.again(<ComparisonChips shown={shownFew({ vs: '1d,1w,1m,YTD,2024-03-08' }, given)} />);
  expect(drawn.attributes('fieldset > button', 'aria-disabled').map(Boolean).indexOf(true)).toBe(4);
  expect(drawn.all('fieldset > [aria-disabled]')).toHaveLength(1);
  expect(drawn.one('[aria-label="Compare with another day"]').hasAttribute('disabled')).toBe(true);
  changes.length = 0;
  await user.click(drawn.all('fieldset > button')[4] as HTMLElement);
  expect(changes).toEqual([]);
  await user.click(drawn.all('fieldset > button')[5] as HTMLElement);
  expect(changes).toEqual([{ vs: ['1d', '1w', '1m', 'YTD'] }]);
});

test('a typed day is compared; a day before the data is refused, and a repeated day changes nothing', async () => {
  const { changes, given } = asked();
  const user = userEvent.setup();
  const drawn = draw(<ComparisonChips shown={shownFew({ vs: '1w,2024-03-08' }, given)} />);
  const type = async (text: string) => {
    if (!document.querySelector('[aria-label="Day to compare with"]'))
      await user.click(drawn.one('[aria-label="Compare with another day"]'));
    const field = await within(document.body).findByRole('textbox', { name: 'Day to compare with' });
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
  };
  await type('2022-10-17');
  expect([changes, document.body.textContent?.includes('The data begin on 2022-10-18.')]).toEqual([[], true]);
  await type('2022-10-18');
  expect(changes).toEqual([{ vs: ['1w', '2024-03-08', '2022-10-18'] }]);
  await type('2024-03-08');
  expect(changes).toHaveLength(1);
});
