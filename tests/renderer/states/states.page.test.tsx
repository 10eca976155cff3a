import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { address, arrives, isWhole, one, open, panel, said, sentence, texts } from './few-page.ts';

test('a week is described, drawn and ranked, and changed by keys, typing and dragging', async () => {
  const { asked } = await open('?week=2025-02-26&measure=persons');
  await isWhole();
  expect(
    asked.filter((path) => path.includes('ui_state')).map((path) => path.replace(/^.*series=/, '')),
  ).toEqual([
    'initial_claims,covered_employment&date_from=2025-03-01&date_to=2025-03-01&format=csv&layout=wide',
    'initial_claims&date_from=2024-01-20&date_to=2025-03-08&format=csv&layout=wide',
    'covered_employment&date_from=2024-01-20&date_to=2025-03-08&format=csv&layout=wide',
  ]);
  expect(document.body.textContent).toContain(
    '2025-02-26 is not a Saturday: the week ending 2025-03-01 is shown.',
  );
  expect(said()).toEqual(
    'Week ending 2025-03-01: 267,640 initial claims in 53 areas; most California 15,577, fewest Alaska 1,430.',
  );
  expect(texts('aside h2')).toEqual(['Rank', 'Who moved the nation']);
  expect(texts('aside li').slice(0, 2)).toEqual(['1California15,577−84', '2Minnesota8,274−14']);
  const slider = one('input[type=range]') as HTMLInputElement;
  expect([slider.min, slider.max, slider.value, slider.getAttribute('aria-valuetext')]).toEqual([
    '0',
    '59',
    '58',
    'Week ending 2025-03-01',
  ]);
  const years = [...document.querySelectorAll<HTMLElement>('span[style*=left]')].filter(
    (year) => year.textContent,
  );
  // The year begins at 2025-01-04, row 50 of 59.
  expect(years.map((year) => [year.textContent, year.style.left])).toEqual([['2025', '84.75%']]);
  expect(one('svg[preserveAspectRatio=none] path').getAttribute('d')?.split('L').length).toBe(58);
  const field = () => one('fieldset[aria-label=Week] input') as HTMLInputElement;
  expect(field().value).toBe('2025-03-01');
  const type = (text: string) => {
    fireEvent.change(field(), { target: { value: text } });
    fireEvent.keyDown(field(), { key: 'Enter' });
  };
  fireEvent.keyDown(document.body, { key: ']' });
  await arrives('?measure=persons');
  expect(texts('[data-part=date]')).toEqual(['2025-03-08']);
  fireEvent.keyDown(document.body, { key: ']' });
  fireEvent.keyDown(document.body, { key: '[' });
  await arrives('?measure=persons&week=2025-03-01');
  expect(texts('[data-part=date]')).toEqual(['2025-03-01']);
  // There is no week before the first.
  type('2024-01-20');
  await arrives('?measure=persons&week=2024-01-20');
  const before = one('button[aria-label="Week before"]') as HTMLButtonElement;
  expect([before.disabled, before.getAttribute('aria-keyshortcuts')]).toEqual([true, '[']);
  type('2025-01-01');
  await arrives('?measure=persons&week=2025-01-04');
  type('2024-01-13');
  expect(document.body.textContent).toContain('The data begin on 2024-01-20.');
  fireEvent.keyDown(field(), { key: 'Escape' });
  field().blur();

  // During a drag all parts show the week of the slider, and the address stays.
  fireEvent.input(slider, { target: { value: '10' } });
  expect([texts('[data-part=date]'), slider.getAttribute('aria-valuetext'), address()]).toEqual([
    ...[['2024-03-30'], 'Week ending 2024-03-30', '/states?measure=persons&week=2025-01-04'],
  ]);
  const parts = () => [said(), field().value, texts('aside li')[0], texts('aside p'), texts('title')[0]];
  const dragged = parts();
  expect([dragged[0]?.slice(0, 22), dragged[1]]).toEqual(['Week ending 2024-03-30', '2024-03-30']);
  fireEvent.pointerUp(slider);
  await arrives('?measure=persons&week=2024-03-30');
  expect(parts()).toEqual(dragged);
  fireEvent.input(slider, { target: { value: '59' } });
  fireEvent.keyUp(slider);
  await arrives('?measure=persons');
  fireEvent.pointerUp(slider);
  await arrives('?measure=persons');
});

test('numbers of the sentence and of the rank explain themselves', { tags: 'soak' }, async () => {
  const { user, router } = await open('?measure=persons');
  await isWhole();
  await user.click(one(`[id="${sentence()}"] button`));
  await arrives('?measure=persons&explain=US.persons');
  expect(panel().textContent).toContain('Sum of 53 areas');
  expect(document.activeElement).toBe(panel());
  // The explanation takes the place of the rank.
  expect(one('aside').style.display).toBe('none');
  fireEvent.keyDown(panel(), { key: 'Escape' });
  await arrives('?measure=persons');
  await user.click(document.querySelectorAll('aside li button')[1] as Element);
  await waitFor(() => expect(address()).toMatch(/explain=[A-Z]{2}$/));
  await user.click(document.querySelectorAll('aside li button')[2] as Element);
  await waitFor(() => expect(address()).toMatch(/explain=[A-Z]{2}\.persons\.change$/));
  await user.click(one('[aria-label^="Close the explanation"]'));
  await arrives('?measure=persons');
  router.history.push('/states?measure=rate&week=2025-03-08');
  await waitFor(() => expect(said()).toContain('highest 13-week insured rate'));
  screen.getByText('The insured rate is known a week later: this is the week before 2025-03-08.');
});

test('areas are selected, explained and found', async () => {
  const { user } = await open('');
  await isWhole();
  expect(said()).toEqual(
    'Week ending 2025-03-08: 268,067 initial claims in 53 areas; most per thousand California 6.30, fewest New Hampshire 0.38.',
  );
  await user.click(one('[data-area=NV]'));
  await arrives('?areas=NV');
  fireEvent.click(one('[data-area=TX]'), { ctrlKey: true });
  await arrives('?areas=NV,TX');
  expect(texts('[role=status] b')).toEqual(['Nevada and Texas']);
  expect(screen.queryByText('Explain')).toBeNull();
  fireEvent.click(one('[data-area=NV]'), { ctrlKey: true });
  await arrives('?areas=TX');
  await user.click(screen.getByText('Explain'));
  await arrives('?areas=TX&explain=TX');
  expect(panel().textContent).toContain('Initial claims per thousand covered, Texas');
  // The second of two quick changes builds upon the first.
  fireEvent.keyDown(panel(), { key: 'Escape' });
  await user.click(one('[aria-label="Clear the selection"]'));
  await arrives('');
  fireEvent.click(one('[data-area=TX]'));
  await arrives('?areas=TX');
  fireEvent.keyDown(document.body, { key: '/' });
  const find = async (text: string, name: string, before = '') => {
    const field = one('input[aria-label="Find an area"]') as HTMLInputElement;
    expect([document.activeElement, field.value]).toEqual([field, before]);
    await user.clear(field);
    await user.keyboard(text);
    await screen.findByText(name);
    await user.keyboard('{Enter}');
  };
  await find('zz', 'No such area');
  await find('flor', 'Florida FL', 'zz');
  await arrives('?areas=FL');
  expect(document.activeElement).toBe(one('[data-area=FL]'));
  fireEvent.click(screen.getByText('Table'));
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(54));
  fireEvent.keyDown(document.body, { key: '/' });
  await find('tex', 'Texas TX');
  await arrives('?view=table&areas=TX');
  expect(document.activeElement?.closest('tr')?.textContent).toMatch(/^Texas/);
});

test('of two changes before the next render both count', async () => {
  await open('?areas=FL');
  await isWhole();
  act(() => {
    screen.getByText('Continued').click();
    screen.getByText('Lines').click();
  });
  await arrives('?series=continued&view=lines&areas=FL');
});

test('forms, measures and orders are chosen above and beside the map, and stand in the address', async () => {
  const { user, router } = await open('?areas=FL');
  await isWhole();
  await user.click(screen.getByText('Continued'));
  await arrives('?series=continued&areas=FL');
  await waitFor(() => expect(said()).toContain('continued claims'));
  expect(texts('[data-part=of]')).toEqual(['continued claims in 53 areas']);
  await user.click(one('input[aria-label=Measure]'));
  const options = await screen.findAllByRole('option');
  expect(
    options.map(
      (option) => `${option.textContent}${option.hasAttribute('data-combobox-disabled') ? ' –' : ''}`,
    ),
  ).toEqual([
    'Per thousand',
    'Claims',
    'Change on week',
    'Change on week, %',
    'Change on year',
    'Change on year, %',
    'Insured rate of the week –',
    'Insured rate, 13 weeks',
    'Unusual for the season',
  ]);
  await user.click(options.find(({ textContent }) => textContent === 'Change on week') as HTMLElement);
  await waitFor(() => expect(address()).toContain('measure=week'));
  await user.click(screen.getByText('Lines'));
  await waitFor(() => expect(address()).toContain('view=lines'));
  expect(one('[aria-label="Colours made over"]')).toBeNull();
  await user.click(screen.getByText('Own'));
  await waitFor(() => expect(address()).toContain('own=on'));
  /** The chosen values of the menus and of the button rows (4 is the speed). */
  const chosen = () =>
    ['input[aria-haspopup=listbox]', 'input:checked'].map((found) =>
      [...document.querySelectorAll<HTMLInputElement>(found)].map(({ value }) => value),
    );
  expect(chosen()).toEqual([
    ['Change on week', ''],
    ['continued', 'lines', 'own', '4', 'high'],
  ]);
  await user.click(screen.getByText('Table'));
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(54));
  expect(one('aside')).toBeNull();

  router.history.push('/states?scale=week&areas=CA,NY&sort=name');
  await isWhole();
  expect(chosen()).toEqual([
    ['Per thousand', 'Scale: this week', ''],
    ['initial', 'tiles', '4', 'name'],
  ]);
  expect(texts('[data-part=classes]')[0]).toMatch(/^Each class has a seventh of this week, up to /);
  expect(one('a[href="/guide/states#measures"]')).not.toBeNull();
  expect(texts('[role=img] > text')[0]).toBe('Claims per thousand covered: areas in each class');
  // California has the highest value, and so the strongest colour of the light and the dark page.
  const fill = () => one('[data-area=CA] > rect').getAttribute('fill');
  expect(fill()).toBe('#0c3170');
  await user.click(one('button[aria-label^=Appearance]'));
  await user.click(await screen.findByText('Dark'));
  await waitFor(() => expect(fill()).toBe('#e0eefc'));
  expect(texts('aside li')[0]).toMatch(/^Alabama/);
  await user.click(screen.getByText('Lowest'));
  await waitFor(() => expect(address()).toContain('sort=low'));
  await user.click(screen.getByText('Explore', { selector: 'button *' }));
  await waitFor(() => expect(address()).toMatch(/^\/explore/));
  expect(address()).toContain(
    'series=ui_state_weekly_claims.initial_claims.CA,ui_state_weekly_claims.initial_claims.NY',
  );
});

test('without covered employment the map shows the claims themselves; a missing rate is reported', async () => {
  const { router } = await open('?measure=rate&colour=red&scale=x', { codes: ['initial_claims'] });
  await isWhole();
  for (const problem of [
    'scale=x is not known here; use one of all, year, week.',
    'This insured unemployment rate is not here yet. Refresh the claims by state to get it.',
  ])
    expect(document.body.textContent).toContain(problem);
  expect(document.body.textContent).toContain(
    'Covered employment is not here yet: refresh the claims by state to see them per thousand.',
  );
  expect(said()).toContain('most California');
  router.history.push('/states?series=continued');
  await waitFor(() => expect(document.querySelectorAll('[data-area]')).toHaveLength(0));
  expect(document.body.textContent).toContain('No data');
});

test('claims are shown as of an instant, or reported missing, and failed requests can be retried', {
  tags: 'soak',
}, async () => {
  let broken: RegExp | undefined = /\/catalog$/;
  const loads = Promise.withResolvers<void>();
  const { user, router, asked } = await open('?as_of=2026-11-21&areas=NV', {
    instead: async ({ url }) => {
      await loads.promise;
      return broken?.test(url) ? Response.json({ detail: 'The disk is gone.' }, { status: 422 }) : undefined;
    },
  });
  await screen.findByLabelText('Loading the claims');
  loads.resolve();
  const retry = async (words: string, next?: RegExp) => {
    const alert = (await screen.findByText(words)).closest('[role=alert]') as HTMLElement;
    broken = next;
    const count = asked.length;
    fireEvent.click(within(alert).getByText('Retry'));
    // Retry requests at once, before the page would by itself.
    await waitFor(() => expect(asked.length).toBeGreaterThan(count), { timeout: 1000 });
    await isWhole();
  };
  await retry('The catalogue could not be loaded: The disk is gone.');
  expect(document.body.textContent).toContain('As known on 2026-11-21.');
  await user.click(screen.getByText('Show current'));
  await arrives('?areas=NV');
  router.history.push('/states?as_of=2026-11-19');
  await screen.findByText(/There were no claims here then\./);
  expect(screen.queryByLabelText('Loading the claims')).toBeNull();
  broken = /series=initial_claims&.*2024-01-20/;
  router.history.push('/states?as_of=2026-11-22&week=2025-02-01');
  const alone = 'Only this week is here; the others could not be loaded: The disk is gone.';
  await screen.findByText(alone);
  expect((one('input[type=range]') as HTMLInputElement).disabled).toBe(true);
  expect(screen.getByText('Take away').closest('button')?.disabled).toBe(true);
  fireEvent.keyDown(document.body, { key: 'p' });
  expect(one('button[aria-label="Pause"]')).toBeNull();
  await retry(alone);
  broken = /series=/;
  router.history.push('/states?as_of=2026-11-23');
  await retry('The claims could not be loaded: The disk is gone.', /series=insured_unemployment_rate&/);
  router.history.push('/states?as_of=2026-11-23&measure=rate');
  await screen.findByText(alone);
});
