import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keepView } from '../../../renderer/view/index.ts';
import { holdFrames } from '../held-frames.ts';
import { address, button, field, key, one, open, shown } from './few-page.ts';

test('the history plays to the newest day at the chosen speed, which is remembered, then begins again', async () => {
  const { user, dataDir, close } = await open('?date=2022-10-18&vs=off&range=-1Y');
  await shown();
  const frames = holdFrames();
  const chosen = () =>
    [...document.querySelectorAll<HTMLInputElement>('[aria-label^=Speed] input')].find(
      ({ checked }) => checked,
    )?.value;
  const drawn = () => one('[data-date-of]').textContent;
  /** The day drawn after each frame; each frame plays a quarter of a second. */
  const play = (count: number) =>
    Array.from({ length: count }, () => {
      act(() => frames.next());
      return drawn();
    });
  expect(chosen()).toBe('4');
  await user.click(button('Play'));
  await waitFor(() => expect(button('Pause')).not.toBeNull());
  // A frame plays a month: 2022-11-17, 2022-12-17, 2023-01-17, 2023-02-16, 2023-03-19.
  expect(play(5)).toEqual([...Array(4).fill('2022-10-19'), '2023-03-06']);
  expect(address()).toBe('/yields?date=2022-10-18&vs=off&range=-1Y');
  await user.click(button('Pause'));
  await waitFor(() => expect(address()).toBe('/yields?date=2023-03-06&vs=off&range=1Y'));
  await user.click(screen.getByText('16'));
  await waitFor(() => expect(chosen()).toBe('16'));
  await user.click(button('Play'));
  await waitFor(() => expect(button('Pause')).not.toBeNull());
  // A frame plays four months: 2023-07-05, 2023-11-04, 2024-03-05, 2024-07-05, 2024-11-03, 2025-03-05.
  expect(play(6)).toEqual([
    ...['2023-07-05', '2023-07-06', '2023-07-06', '2024-03-08', '2024-03-08', '2025-03-05'],
  ]);
  act(() => frames.next());
  // At the end it stops by itself, with the newest day, which the address does not name.
  await waitFor(() => expect(button('Play')).not.toBeNull());
  await waitFor(() => expect(address()).toBe('/yields?vs=off&range=1Y'));
  expect(field().value).toBe('2025-03-07');

  await user.click(screen.getByText('¼'));
  await waitFor(() => expect(chosen()).toBe('0.25'));
  // From the end it begins again at the first day of the range.
  key(' ');
  await waitFor(() => expect(button('Pause')).not.toBeNull());
  expect(drawn()).toBe('2024-03-07');
  expect(address()).toBe('/yields?vs=off&range=1Y');
  expect(play(2)).toEqual(['2024-03-08', '2024-03-08']);
  key(' ');
  await waitFor(() => expect(address()).toContain('date=2024-03-08'));
  await close();

  const again = await open('?vs=off', { dataDir });
  await shown();
  await waitFor(() => expect(chosen()).toBe('0.25'));
  // Another client can store a speed for which there is no button.
  const body = JSON.stringify({ values: { play_speed: 2 } });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/host/set-preferences', { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  await again.client.invalidateQueries();
  await waitFor(() => expect(chosen()).toBe('4'));
});

test.each([
  ['10Y: 10 years, more', 'Open in Explore', '/explore?series=yields.US10Y&range=5Y&as_of=2026-11-21'],
  ['2Y: 2 years, more', 'Add to chart', '/explore?series=yields.US5Y,yields.US2Y'],
  ['3m10y', 'Open in Explore', '/explore?series=yields.US10Y_US3M&range=5Y&as_of=2026-11-21'],
  ['2s10s', 'Add to chart', '/explore?series=yields.US5Y,yields.US10Y_US2Y'],
  ['10Y: 10 years, more', 'Over time', '/yields?as_of=2026-11-21&view=history&tenor=US10Y'],
])('%s: %s leads to %s', async (name, words, place) => {
  // The chart that Explore showed last in this window.
  keepView({ series: 'yields.US5Y' });
  const { user } = await open('?as_of=2026-11-21');
  const opener = () =>
    [...document.querySelectorAll('button')].find(
      (one) => one.getAttribute('aria-label') === name || one.textContent === name,
    ) as HTMLElement;
  await shown();
  await waitFor(() => expect(opener()).toBeDefined());
  await user.click(opener());
  const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  await waitFor(() => expect(items().map(({ textContent }) => textContent)).toContain(words));
  await user.click(items().find(({ textContent }) => textContent === words) as HTMLElement);
  // Adding keeps the lines of that chart; opening starts a new chart, with the same instant.
  await waitFor(() => expect(address()).toBe(place));
});
