import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { publish } from '../../api/folder.ts';
import {
  address,
  button,
  cell,
  field,
  hints,
  key,
  one,
  open,
  panel,
  rows,
  shown,
  table,
} from './few-page.ts';

test('the screen shows the curve of a day as a sentence and a table, beside other days and over time', async () => {
  const { asked } = await open('?date=2025-03-08&vs=1w,2022-10-18');
  await shown();
  expect(
    asked.filter((one) => one.includes('/yields/')).map((one) => one.replace(/series=.*\?/, '')),
  ).toEqual(['GET /yields/date=2025-03-07&format=csv&layout=wide', 'GET /yields/format=csv&layout=wide']);
  expect(
    [...document.querySelectorAll('[role=status]')]
      .map(({ textContent }) => textContent)
      .filter((text) => text),
  ).toEqual([
    'Type 2020, 2020Q1, FY2020, Mar 2020, 2020-03-15, 3/15/2020 (month first), today or -5Y.',
    '2025-03-08 is a Saturday: 2025-03-07 is shown.',
    'On 2025-03-07 the curve ran from 4.38 % (1 month) to 4.62 % (30 years), lowest 3.99 % (2 years); 10-year less 3-month −0.02 pp, inverted since 2025-02-27.',
    'No earlier day is similar. The nearest:',
  ]);
  expect(field().value).toBe('2025-03-07');
  expect(table().getAttribute('aria-label')).toBe('Yields of 2025-03-07 and their changes in basis points');
  expect(rows()).toEqual([
    'Tenor % 1d 1w 1m YTD 1y',
    '1M 4.38 +1 ±0 +1 −2 −114',
    '1.5M 4.37 +1 ±0 – – –',
    '2M 4.36 +1 +1 −1 −3 −112',
    '3M 4.34 ±0 +2 −1 −3 −112',
    '4M 4.32 −1 +2 −1 −3 −108',
    '6M 4.30 +2 +5 −1 +6 −103',
    '1Y 4.05 −4 −3 −20 −11 −93',
    '2Y 3.99 +3 ±0 −30 −26 −53',
    '3Y 4.01 +4 +4 −30 −26 −29',
    '5Y 4.09 +2 +6 −25 −29 −2',
    '7Y 4.20 +1 +6 −21 −28 +8',
    '10Y 4.32 +3 +8 −17 −26 +22',
    '20Y 4.65 +1 +10 −10 −21 +30',
    '30Y 4.62 +5 +11 −7 −16 +36',
  ]);
  expect([hints(2), hints(13)]).toEqual([
    [
      null,
      'From 2025-03-06',
      'From 2025-02-28',
      'No value of 2025-02-07 or the week before',
      'No value of 2024-12-31 or the week before',
      'No value of 2024-03-07 or the week before',
    ],
    [null, 'From 2025-03-06', 'From 2025-02-28', 'From 2025-02-07', 'From 2024-12-31', 'From 2024-03-07'],
  ]);
  await waitFor(() =>
    expect(
      [...document.querySelectorAll('section[aria-label*=less]')].map((card) =>
        card.getAttribute('aria-label'),
      ),
    ).toEqual(['10 years less 2 years', '10 years less 3 months']),
  );
  expect(
    [...document.querySelectorAll('section[aria-label*=less] > .fine')].map(({ textContent }) => textContent),
  ).toEqual([
    '2s10s +0.33 pp; 100.0 % of 15 days were at or below; last inverted 2024-03-08; longest 2 business days',
    '3m10y −0.02 pp; 73.3 % of 15 days were at or below; inverted since 2025-02-27; longest 5 business days',
  ]);
  expect(document.querySelector('[data-curve]')?.getAttribute('aria-label')).toBe(
    'On 2025-03-07 the curve ran from 4.38 % (1 month) to 4.62 % (30 years), lowest 3.99 % (2 years); 10-year less 3-month −0.02 pp, inverted since 2025-02-27.',
  );
  expect([...document.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'Change',
    'Alike',
  ]);
  expect(one('[role=slider]').style.height).toBe('130px');
});

test('the table can show the yields of all compared days; each number is explained, and a spread opens a menu', {
  tags: 'soak',
}, async () => {
  const { user } = await open('?date=2025-03-08&vs=1w,2022-10-18');
  await shown();
  await user.click(screen.getByText('Yields, %'));
  expect(table().getAttribute('aria-label')).toBe('Yields of 2025-03-07 and those compared, in percent');
  expect(rows()).toEqual([
    'Tenor day 1w 22-10-18 10th 90th',
    '1M 4.38 4.38 3.50 3.55 5.51',
    '1.5M 4.37 4.37 – – –',
    '2M 4.36 4.35 3.70 3.77 5.47',
    '3M 4.34 4.32 3.98 4.09 5.46',
    '4M 4.32 4.30 – 4.30 5.53',
    '6M 4.30 4.25 4.45 4.25 5.55',
    '1Y 4.05 4.08 4.50 4.08 5.44',
    '2Y 3.99 3.99 4.43 3.99 4.94',
    '3Y 4.01 3.97 4.44 3.97 4.59',
    '5Y 4.09 4.03 4.21 4.03 4.37',
    '7Y 4.20 4.14 4.13 4.03 4.41',
    '10Y 4.32 4.24 4.01 3.95 4.49',
    '20Y 4.65 4.55 4.26 4.16 4.75',
    '30Y 4.62 4.51 4.04 3.92 4.69',
  ]);
  expect([hints(2), hints(5)]).toEqual([
    [null, null, 'Not published before 2025-02-18', null, null],
    [null, null, 'Not published before 2022-10-19', null, null],
  ]);
  await user.click(cell('10Y', '4.01'));
  expect(address()).toContain('explain=US10Y.on.2022-10-18');
  expect(panel().textContent).toContain('4.01');
  // The explanation takes the place of the similar days.
  expect(document.querySelectorAll('section h2')).toHaveLength(1);
  await user.click(button('Close the explanation'));
  await waitFor(() => expect(document.querySelectorAll('section h2')).toHaveLength(2));
  expect(address()).not.toContain('explain');
  await user.click(cell('30Y', '4.69'));
  expect(address()).toContain('explain=US30Y.high');
  await user.click(screen.getByText('Changes, bp'));
  await user.click(cell('3M', '±0'));
  await waitFor(() => expect(address()).toContain('explain=US3M.1d'));
  fireEvent.keyDown(panel(), { key: 'Escape' });
  await waitFor(() => expect(address()).not.toContain('explain'));

  // The sentence of a spread leads to its explanation.
  await user.click(screen.getByText('3m10y'));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((one) => [one.textContent, one.hasAttribute('disabled')])).toEqual([
    ['Inversion before: 2025-02-27', false],
    ['Next inversion: none', true],
    ['Open in Explore', false],
    ['Add to chart', false],
  ]);
  expect(document.body.textContent).toContain('2025-03-08 is a Saturday');
  await user.click(items[0] as HTMLElement);
  await waitFor(() => expect(address()).toBe('/yields?date=2025-02-27&vs=1w,2022-10-18'));
  expect(document.body.textContent).not.toContain('2025-03-08 is a Saturday');
  await user.click(screen.getByText('3m10y'));
  await screen.findByText('Inversion before: 2024-03-07');
});

test('keys and fields change the day, and each change is an entry of the history', async () => {
  const { user, router } = await open('');
  await shown();
  const day = () => field().value;
  const arrives = (search: string, date: string) =>
    waitFor(() => expect([address(), day()]).toEqual([`/yields${search}`, date]));
  key('ArrowLeft');
  await arrives('?date=2025-03-06', '2025-03-06');
  // 20 years has no value on the day before.
  expect(hints(13)[1]).toBe('From 2025-02-28');
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  // Until the key is released, the address stays, and the parts that show its day are dimmed.
  const dimmed = () =>
    [field(), table(), one('section[aria-label*=less] > .fine > button')].map(
      (part) => part.closest('[data-dimmed]') !== null,
    );
  expect([address(), dimmed()]).toEqual(['/yields?date=2025-03-06', [true, true, true]]);
  fireEvent.keyUp(document.body, { key: 'ArrowLeft' });
  await arrives('?date=2025-02-28', '2025-02-28');
  expect(dimmed()).toEqual([false, false, false]);
  key('ArrowRight', { ctrlKey: true });
  await arrives('', '2025-03-07');
  key('p');
  await arrives('?date=2024-03-07', '2024-03-07');
  key('n');
  // There is no later inversion, so the day stays.
  await arrives('?date=2024-03-07', '2024-03-07');
  await user.click(button('Day after'));
  await arrives('?date=2024-03-08', '2024-03-08');
  await user.click(button('Day before'));
  await arrives('?date=2024-03-07', '2024-03-07');
  await user.click(screen.getByText('Newest'));
  await arrives('', '2025-03-07');
  router.history.back();
  await arrives('?date=2024-03-07', '2024-03-07');
  key('Home');
  await arrives('?date=2022-10-18', '2022-10-18');
  expect(button('Day before').disabled).toBe(true);
  const type = (text: string) => {
    fireEvent.change(field(), { target: { value: text } });
    fireEvent.keyDown(field(), { key: 'Enter' });
  };
  type('2022-10-17');
  expect(document.body.textContent).toContain('The data begin on 2022-10-18.');
  type('2025-03-07');
  await arrives('', '2025-03-07');
});

test('keys and a menu change how the curve is drawn and what it is compared with', {
  tags: 'soak',
}, async () => {
  const { user, router } = await open('');
  await shown();
  const arrives = (search: string) => waitFor(() => expect(address()).toBe(`/yields${search}`));
  key('x');
  await arrives('?x=years');
  key('x');
  await arrives('?x=root');
  // The second of two quick changes builds upon the first.
  key('x');
  key('c');
  await arrives('?vs=1m,1y,2025-03-07');
  key('c');
  await arrives('');
  await user.click(button('1w: compare with a week before'));
  await arrives('?vs=1m,1y,1w');
  await user.click(button('1w: compare with a week before'));
  await arrives('');
  await user.click(screen.getByText('Drawing'));
  const radios = await screen.findAllByRole('menuitemradio');
  expect(
    radios.map((one) => `${one.textContent}${one.getAttribute('aria-checked') === 'true' ? '*' : ''}`),
  ).toEqual([
    ...['Even*', 'Years', '√ years', 'Fit to curves and band*', 'Fixed over the range'],
    ...['10–90 %*', 'Lowest to highest', 'None'],
  ]);
  for (const at of [2, 4, 6]) await user.click(radios[at] as HTMLElement);
  await arrives('?x=root&y=fixed&band=min-max');
  await user.keyboard('{Escape}');
  const stroke = () => one('[data-compared="1m"]').getAttribute('stroke');
  const light = stroke();
  await user.click(one('button[aria-label^=Appearance]'));
  await user.click(await screen.findByText('Dark'));
  await waitFor(() => expect(stroke()).not.toBe(light));
  router.history.push('/yields?vs=1d,1w,1m,YTD,1y');
  await arrives('?vs=1d,1w,1m,YTD,1y');
  key('c');
  key('x');
  await arrives('?vs=1d,1w,1m,YTD,1y&x=years');
  // While a key is down, C compares with the drawn day.
  router.history.push('/yields');
  await arrives('');
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  key('c');
  await arrives('?date=2025-03-06&vs=1m,1y,2025-03-06');
});

test('in a narrow window the side has tabs, one spread is drawn, and the explanation opens over the screen', {
  tags: 'soak',
}, async () => {
  const { user } = await open('?explain=US10Y.nothing', { width: 1000 });
  await shown();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Change', 'Alike']);
  // The parts of the screen load one after another.
  await waitFor(() => expect(document.querySelectorAll('section[aria-label*=less]')).toHaveLength(1));
  await waitFor(() => expect(one('[role=slider]').style.height).toBe('90px'));
  const drawer = await screen.findByRole('dialog', { name: 'Explain this number' });
  expect(drawer.textContent).toBe('There is no number ‘US10Y.nothing’ on this day.Close');
  await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(address()).toBe('/yields'));
});

test('after an import the old curve stays, dimmed, until the new one has loaded', async () => {
  let held: Promise<undefined> | undefined;
  const { client, dataDir } = await open('', {
    instead: ({ url }) => (url.includes('/yields/series=') ? held : undefined),
  });
  await shown();
  const isBusy = () => one('[data-curve]').closest('[aria-busy]')?.getAttribute('aria-busy');
  const { promise, resolve } = Promise.withResolvers<undefined>();
  held = promise;
  publish(dataDir, 'yields', [{ code: 'US10Y', date: '2025-03-10', value: '4.40' }]);
  await client.refetchQueries({ queryKey: ['catalog'] });
  await waitFor(() => expect([isBusy(), field().value]).toEqual(['true', '2025-03-07']));
  resolve(undefined);
  await waitFor(() => expect([isBusy(), field().value]).toEqual(['false', '2025-03-10']));
});
