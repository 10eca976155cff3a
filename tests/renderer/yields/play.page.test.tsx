import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keepView } from '../../../renderer/view/index.ts';
import { address, button, field, key, one, open, shown } from './few-page.ts';

test('the history plays up to the newest day at the chosen speed, which is remembered, and begins anew from there', async () => {
  const { user, dataDir, close } = await open('?date=2022-10-18&vs=off&range=-1Y');
  await shown();
  const chosen = () =>
    [...document.querySelectorAll<HTMLInputElement>('[aria-label^=Speed] input')].find(
      ({ checked }) => checked,
    )?.value;
  expect(chosen()).toBe('4');
  await user.click(screen.getByText('16'));
  await waitFor(() => expect(chosen()).toBe('16'));
  await user.click(button('Play'));
  await waitFor(() => expect(button('Pause')).not.toBeNull());
  // Some 29 months take two seconds, or eight with the speed of before.
  const began = Date.now();
  await waitFor(() => expect(address()).toBe('/yields?vs=off&range=1Y'));
  expect(Date.now() - began).toBeLessThan(7000);
  await waitFor(() => expect(button('Play')).not.toBeNull());
  expect(field().value).toBe('2025-03-07');

  await user.click(screen.getByText('¼'));
  await waitFor(() => expect(chosen()).toBe('0.25'));
  // From the end it begins with the first day of the range.
  key(' ');
  await waitFor(() => expect(button('Pause')).not.toBeNull());
  expect(one('[data-date-of]').textContent).toMatch(/^2024-03-0[78]$/);
  expect(address()).toBe('/yields?vs=off&range=1Y');
  key(' ');
  await waitFor(() => expect(address()).toMatch(/date=2024-03-0[78]/));
  await close();

  await open('?vs=off', { dataDir });
  await shown();
  await waitFor(() => expect(chosen()).toBe('0.25'));
});

test.each([
  ['10Y: 10 years, more', 'Open in Explore', '/explore?series=yields.US10Y&range=5Y&as_of=2026-11-21'],
  ['2Y: 2 years, more', 'Add to chart', '/explore?series=yields.US5Y,yields.US2Y'],
  ['3m10y', 'Open in Explore', '/explore?series=yields.US10Y_US3M&range=5Y&as_of=2026-11-21'],
  ['2s10s', 'Add to chart', '/explore?series=yields.US5Y,yields.US10Y_US2Y'],
  ['10Y: 10 years, more', 'Over time', '/yields?as_of=2026-11-21&view=history&tenor=US10Y'],
])('%s: %s leads to %s', async (name, words, place) => {
  // What Explore showed last in this window.
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
  // What is added comes beside what was there, what is opened is alone and as known then.
  await waitFor(() => expect(address()).toBe(place));
});
