import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  address,
  button,
  cell,
  hints,
  key,
  NO_CHANGE,
  one,
  open,
  panel,
  rows,
  shown,
  table,
} from './few-page.ts';

test('a month is a table with its change; buttons lead to other months, and a day leads to its curve', async () => {
  const { user, router } = await open('?view=month&date=2025-03-06');
  await waitFor(() => expect(one('section[aria-label="Yields of March 2025"]')).not.toBeNull());
  expect(table().getAttribute('aria-label')).toBe('Yields of March 2025, percent');
  expect(rows()).toEqual([
    'Date 1M 1.5M 2M 3M 4M 6M 1Y 2Y 3Y 5Y 7Y 10Y 20Y 30Y',
    '2025-03-05 4.38 4.36 4.34 4.34 4.33 4.27 4.08 4.01 4.02 4.07 4.18 4.28 – 4.58',
    '2025-03-06 4.37 4.36 4.35 4.34 4.33 4.28 4.09 3.96 3.97 4.07 4.19 4.29 4.64 4.57',
    '2025-03-07 4.38 4.37 4.36 4.34 4.32 4.30 4.05 3.99 4.01 4.09 4.20 4.32 4.65 4.62',
    'Change, bp ±0 ±0 +1 +2 +2 +5 −3 ±0 +4 +6 +6 +8 +10 +11',
  ]);
  expect(hints(4)).toEqual(Array(14).fill('From 2025-02-28'));
  expect(table().querySelector('[data-marked]')?.querySelector('th')?.textContent).toBe('2025-03-06');
  const heading = () =>
    [...one('section[aria-label^="Yields of"] .row').children]
      .map(({ textContent }) => textContent)
      .filter((text) => /\d/.test(text ?? ''))
      .join(': ');
  expect(heading()).toBe('March 2025: 3 days, percent per year, and the change from 2025-02-28');
  const after = () => button('Month after');
  const before = () => button('Month before');
  expect([before().disabled, after().disabled]).toEqual([false, true]);
  await user.click(cell('2025-03-05', '4.02'));
  await waitFor(() => expect(address()).toContain('explain=US3Y.on.2025-03-05'));
  await user.click(cell('2025-03-06', '3.97'));
  await waitFor(() => expect(address()).toContain('explain=US3Y'));
  expect(address()).not.toContain('.on.');
  await user.click(cell('Change', '+4'));
  await waitFor(() => expect(address()).toMatch(/explain=US3Y\.since\.2025-02-28\.on\.2025-03-07$/));
  expect(panel().textContent).toContain('(4.01 − 3.97) × 100 = 4');
  fireEvent.keyDown(panel(), { key: 'Escape' });
  await user.click(before());
  await waitFor(() => expect(heading()).toBe('February 2025: 3 days, percent per year'));
  const february = '/yields?date=2025-03-06&view=month&month=2025-02';
  // Moving the day shows the month of that day.
  for (const step of [() => user.click(button('Day before')), () => key('ArrowLeft')]) {
    await waitFor(() => expect(address()).toBe(february));
    await step();
    await waitFor(() => expect(address()).toBe('/yields?date=2025-03-05&view=month'));
    router.history.back();
  }
  await waitFor(() => expect(heading()).toBe('February 2025: 3 days, percent per year'));
  expect(rows().at(-1)).toBe(NO_CHANGE);
  await user.click(before());
  await waitFor(() => expect(heading()).toBe('January 2025: 0 days, percent per year'));
  expect(document.body.textContent).toContain('There is no curve for this month.');
  await user.click(before());
  await waitFor(() => expect(heading()).toBe('December 2024: 1 day, percent per year'));
  await user.click(button('Curve of 2024-12-31'));
  await waitFor(() => expect(address()).toBe('/yields?date=2024-12-31'));
  await shown();
  await user.click(screen.getByText('History'));
  await waitFor(() => expect(address()).toBe('/yields?date=2024-12-31&view=history'));
});

test('page up and page down go to other months of the table up to the ends of what is held', async () => {
  await open('?view=month&date=2025-03-06');
  await waitFor(() => expect(one('section[aria-label="Yields of March 2025"]')).not.toBeNull());
  const goes = async (name: string, month: string, more?: object) => {
    key(name, more);
    await waitFor(() => expect(address()).toBe(`/yields?date=2025-03-06&view=month&month=${month}`));
  };
  await goes('PageUp', '2025-02');
  await goes('PageUp', '2025-01');
  await goes('PageDown', '2025-02');
  await goes('PageUp', '2024-02', { shiftKey: true });
  await goes('PageUp', '2023-02', { shiftKey: true });
  await goes('PageUp', '2022-10', { shiftKey: true });
  await goes('PageUp', '2022-10');
  for (const month of ['2023-10', '2024-10', '2025-03', '2025-03'])
    await goes('PageDown', month, { shiftKey: true });
  // The day has not changed.
  expect(table().querySelector('[data-marked] th')?.textContent).toBe('2025-03-06');
});

test('the first month has no month before it', async () => {
  await open('?view=month&month=2022-10');
  await waitFor(() => expect(one('section[aria-label="Yields of October 2022"]')).not.toBeNull());
  expect(button('Month before').disabled).toBe(true);
  expect(rows().at(-1)).toBe(NO_CHANGE);
});
