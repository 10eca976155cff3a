import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { showDatesAs } from '../../../service/calendar/dates.ts';
import { publish, temporaryFolder } from '../../api/folder.ts';
import { openPage } from '../open-page.tsx';
import { publishFewDays } from './few-days.ts';
import { key, open, shown } from './few-page.ts';

const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]+)<\/text>/g)].map(([, text]) => text);

test('the curve, the history and a month are taken away as images, citations and requests for their days', async () => {
  const { user, router, saved } = await open('?date=2025-03-06&vs=1w,2022-10-18');
  await shown();
  const item = async (name: string) => {
    await user.click(screen.getByText('Take away'));
    await user.click(await screen.findByText(name));
  };
  const copied = async (name: string) => {
    await item(name);
    return navigator.clipboard.readText();
  };
  const image = async () => {
    const count = saved.length;
    await item('Save as SVG');
    await waitFor(() => expect(saved).toHaveLength(count + 1));
    const { name, text } = saved.at(-1) as (typeof saved)[number];
    const svg = await text;
    const words = texts(svg.replace(/<g transform[\s\S]*<\/g>/, ''));
    return [name, svg.match(/<title>([^<]*)/)?.[1], ...words];
  };
  expect(await copied('Copy sentence')).toBe(
    'On 2025-03-06 the curve ran from 4.37 % (1 month) to 4.57 % (30 years), lowest 3.96 % (2 years); 10-year less 3-month -0.05 pp, inverted since 2025-02-27.',
  );
  expect(
    (await copied('Copy citation'))
      .replace(/; [^;\n]*\.$/gm, '')
      .split('\n')
      .slice(0, 2),
  ).toEqual([
    'US Department of the Treasury, Treasury par yield, 1-month [yields.US1M], retrieved from Almanac 1.2.3, data loaded 2026-11-20',
    'US Department of the Treasury, Treasury par yield, 1.5-month [yields.US1_5M], retrieved from Almanac 1.2.3, data loaded 2026-11-20',
  ]);
  expect((await copied('Copy as curl')).match(/\/api\/[^'"\s]*/)?.[0]).toEqual(
    '/api/v1/view?series=yields.US1M,yields.US1_5M,yields.US2M,yields.US3M,yields.US4M,yields.US6M,yields.US1Y,yields.US2Y,yields.US3Y,yields.US5Y,yields.US7Y,yields.US10Y,yields.US20Y,yields.US30Y&from=2022-10-18&to=2025-03-06&format=csv',
  );
  expect(await image()).toEqual([
    'Treasury par yield curve, 2025-03-06.svg',
    'Treasury par yield curve, 2025-03-06',
    'Treasury par yield curve, 2025-03-06',
    'On 2025-03-06 the curve ran from 4.37 % (1 month) to 4.57 % (30 years), lowest 3.96 % (2 years); 10-year less 3-month −0.05 pp, inverted since 2025-02-27.',
    '2025-03-06',
    '2025-02-27 (1w)',
    '2022-10-18',
    'Percent per year',
    'Shaded: 10th to 90th percentile, 2022-10-18 to 2025-03-07.',
    'Source: US Department of the Treasury. Data loaded 2026-11-20. Almanac 1.2.3.',
  ]);

  router.history.push('/yields?view=history&tenor=US20Y.median&range=-3M');
  await screen.findByText('Less its median');
  expect(await image()).toEqual([
    'Treasury par yield of 20 years less the median, 2024-12-07 to 2025-03-07.svg',
    'Treasury par yield of 20 years less the median, 2024-12-07 to 2025-03-07',
    'Treasury par yield of 20 years less the median, 2024-12-07 to 2025-03-07',
    'On 2025-03-07 the curve ran from 4.38 % (1 month) to 4.62 % (30 years), lowest 3.99 % (2 years); 10-year less 3-month −0.02 pp, inverted since 2025-02-27.',
    'Percentage points',
    'Source: US Department of the Treasury. Data loaded 2026-11-20. Almanac 1.2.3.',
  ]);
  router.history.push('/yields?view=history&tenor=US10Y');
  await waitFor(() =>
    expect(document.querySelector('[role=img][aria-label*="10 years, percent"]')).not.toBeNull(),
  );
  expect(await image()).toEqual([
    'Treasury par yield of 10 years, 2022-10-18 to 2025-03-07.svg',
    'Treasury par yield of 10 years, 2022-10-18 to 2025-03-07',
    'Treasury par yield of 10 years, 2022-10-18 to 2025-03-07',
    'On 2025-03-07 the curve ran from 4.38 % (1 month) to 4.62 % (30 years), lowest 3.99 % (2 years); 10-year less 3-month −0.02 pp, inverted since 2025-02-27.',
    'Percent per year',
    'Source: US Department of the Treasury. Data loaded 2026-11-20. Almanac 1.2.3.',
  ]);
  router.history.push('/yields?view=month&month=2025-02&as_of=2026-11-21');
  await screen.findByText('February 2025');
  expect((await image()).slice(0, 4)).toEqual([
    'Treasury par yields, 2025-02.svg',
    'Treasury par yields, 2025-02',
    'Treasury par yields, 2025-02',
    'The last line is the change over the month, in basis points. As known on 2026-11-21.',
  ]);
  expect((await copied('Copy as curl')).match(/\/api\/[^'"\s]*/)?.[0]).toEqual(
    '/api/v1/view?series=yields.US1M,yields.US1_5M,yields.US2M,yields.US3M,yields.US4M,yields.US6M,yields.US1Y,yields.US2Y,yields.US3Y,yields.US5Y,yields.US7Y,yields.US10Y,yields.US20Y,yields.US30Y&from=2025-02-07&to=2025-02-28&as_of=2026-11-21&format=csv',
  );
});

test('dates have the chosen style on the screen and in images, but not in file names and copied texts', {
  tags: 'soak',
}, async () => {
  onTestFinished(() => void showDatesAs('iso'));
  const { user, saved, client } = await open('?date=2025-03-06');
  await shown();
  const body = JSON.stringify({ values: { date_style: 'words' } });
  const headers = { 'content-type': 'application/json' };
  await fetch('/host/set-preferences', { method: 'POST', headers, body });
  await client.invalidateQueries();
  const label = () => document.querySelector('[data-curve]')?.getAttribute('aria-label');
  await waitFor(() => expect(label()).toMatch(/^On 6 Mar 2025 the curve .* inverted since 27 Feb 2025\.$/));
  await user.click(screen.getByText('Take away'));
  await user.click(await screen.findByText('Save as SVG'));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('Treasury par yield curve, 2025-03-06.svg');
  expect(texts((await saved[0]?.text) ?? '')).toContain('Treasury par yield curve, 6 Mar 2025');
  await user.click(screen.getByText('Take away'));
  await user.click(await screen.findByText('Copy sentence'));
  expect(await navigator.clipboard.readText()).toMatch(/^On 2025-03-06 the curve/);
});

test('the file name and the image say that the data are samples', { tags: 'soak' }, async () => {
  const { user, saved } = await openPage('/yields?date=2020-03-16&view=month');
  await screen.findByText('March 2020');
  await user.click(screen.getByText('Take away'));
  await user.click(await screen.findByText('Save as SVG'));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('Treasury par yields, 2020-03, sample.svg');
  expect(texts((await saved[0]?.text) ?? '')).toContain('Sample data, made up by Almanac: not real figures.');
});

test('yields are shown as of an instant, or reported missing, and a button leads to the current data', {
  tags: 'soak',
}, async () => {
  const dataDir = temporaryFolder();
  publishFewDays(dataDir);
  const later = [{ code: 'US10Y', date: '2025-03-10', value: '4.40' }];
  publish(dataDir, 'yields', later, 'file', '2026-11-22T12:00:00.000Z');
  const { user, asked, router, saved } = await open('?as_of=2026-11-21&date=2025-03-06', { dataDir });
  await shown();
  expect(document.body.textContent).toContain('As known on 2026-11-21.');
  expect(document.body.textContent).not.toContain('There were no yields here then.');
  expect(asked.filter((one) => one.includes('/yields/') && !one.includes('as_of=2026-11-21'))).toEqual([]);
  await user.click(screen.getByText('Take away'));
  await user.click(await screen.findByText('Save as SVG'));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(texts((await saved[0]?.text) ?? '').join(' ')).toMatch(
    /inverted since 2025-02-27\. As known on 2026-11-21\. /,
  );
  await user.click(screen.getByText('Show current'));
  await waitFor(() => expect(location.search).toBe('?date=2025-03-06'));
  const drawn = () => document.querySelector('[data-date-of]')?.textContent;
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'End' });
    expect(drawn()).toBe('2025-03-10');
  });
  // The key is still down, but the earlier data lack this day: the day of the address is drawn.
  router.history.back();
  await waitFor(() => expect(drawn()).toBe('2025-03-06'));
  router.history.push('/yields?as_of=2026-11-19&date=2025-03-06');
  await screen.findByText(/There were no yields here then\./);
  expect(document.querySelector('[role=slider]')).toBeNull();
});

test('if the history cannot be loaded, the curve of the day stays, and Retry loads the history', async () => {
  let isBroken = true;
  const { user, router } = await open('?date=2025-03-06&nothing=1&x=log', {
    instead: ({ url }) =>
      isBroken && /\/yields\/series=[^?]*\?format=csv/.test(url)
        ? Response.json({ detail: 'The disk is gone.' }, { status: 422 })
        : undefined,
  });
  const alert = await screen.findByText(/The history could not be loaded/);
  expect(alert.closest('[role=alert]')?.textContent).toEqual(
    'The history could not be loaded: The disk is gone. The curve of this day is unaffected.Retry',
  );
  expect(document.querySelector('[data-curve]')?.getAttribute('aria-label')).toMatch(
    /^On 2025-03-06 the curve/,
  );
  // Parts that need the whole history are still missing.
  expect(document.querySelector('[role=slider]')).toBeNull();
  expect(document.querySelector('[role=grid] tbody tr')?.textContent).toBe('1M4.37……………');
  expect(screen.getByText('Take away').closest('button')?.disabled).toBe(true);
  key('ArrowLeft');
  expect(location.search).toContain('date=2025-03-06');
  const before = router.history.length;
  expect(document.body.textContent).toContain(
    "There is no x 'log', only even, years, root. It was left out.",
  );
  await user.click(screen.getByLabelText('Dismiss'));
  await waitFor(() => expect(location.search).toBe('?date=2025-03-06'));
  expect(router.history.length).toBe(before);
  isBroken = false;
  await user.click(screen.getByText('Retry'));
  await shown();
  expect(document.querySelector('[role=alert]')).toBeNull();
});

test('without yields the screen says so, and after a failed request it offers Retry', async () => {
  const dataDir = temporaryFolder();
  const { close } = await openPage('/yields', { dataDir });
  await waitFor(() => expect(document.querySelector('#main')?.textContent).not.toBe(''));
  await waitFor(() => expect(document.querySelector('[aria-label="Loading the yields"]')).toBeNull());
  expect(document.querySelector('#main')?.textContent).toEqual(
    "No data yetGet the real dataFetch what the publishers have now: one click on the Data screen.Import a fileA publisher's file that you downloaded, or a CSV of your own.Show sample dataMade up, to look around. The first real data of a dataset replace all of its sample.",
  );
  await close();
  let broken = '/catalog';
  publishFewDays(dataDir);
  const { user } = await openPage('/yields', {
    dataDir,
    instead: ({ url }) =>
      broken !== '' && url.includes(broken)
        ? Response.json({ detail: `${broken} is gone.` }, { status: 422 })
        : undefined,
  });
  for (const next of ['/yields/series=', '']) {
    const alert = await screen.findByText(`The yields could not be loaded: ${broken} is gone.`);
    expect(alert.closest('[role=alert]')?.textContent).toBe(`${alert.textContent}Retry`);
    broken = next;
    await user.click(screen.getByText('Retry'));
  }
  await shown();
});
