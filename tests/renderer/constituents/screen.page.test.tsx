import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { publish, temporaryFolder } from '../../api/folder.ts';
import { openPage } from '../open-page.tsx';
import {
  AT,
  alert,
  control,
  FUND,
  folderOf,
  IVV,
  panel,
  press,
  rows,
  SP500,
  sentence,
  the,
  tiles,
} from './lists-page.ts';

const dialog = () => document.querySelector('[role=dialog]')?.textContent;
const main = () => document.querySelector('main')?.textContent;
const notice = () => screen.findByText('Part of this link could not be shown.');
const COPY = {
  ...{
    mode: 'browser',
    version: '1.2.3',
    can: ['computer', 'keys'],
    started_at: '',
    base_url: 'http://127.0.0.1:1',
  },
  ...{ team: 'https://almanac.example', damage: null, incidents: [] },
};
const take = async (item: string) => {
  await press('Take away');
  await press(item);
};

test('unknown words of an address are named, with the value used instead; Dismiss removes only those words', async () => {
  await openPage(
    '/constituents?code=IVV&date=2024-06-30&vs=2023-06-30&view=pie&size=huge&sort=age&with=FUND@2026-03-02,QQQ@2026-01-02&explain=QQQ',
    { dataDir: folderOf(...IVV, FUND), at: AT },
  );
  const said = (await notice()).parentElement?.textContent;
  expect(said).toBe(
    [
      'Part of this link could not be shown.',
      'sort=age is not known here; use one of weight, -weight, ticker, -ticker, name, -name, sector, -sector, change, -change.',
      'view=pie is not known here; use one of map, table, changes, compare, ledger.',
      'size=huge is not known here; use one of weight, equal.',
      'There is no list of 2024-06-30: the list of 2023-12-29 is shown.',
      'There is no list of 2023-06-30 to compare with: the list of 2020-06-30 is used.',
      'There is no list QQQ@2026-01-02 to compare with.',
    ].join(''),
  );
  expect(await sentence('IVV on 2023-12-29')).toContain('; 9 joined, 1 left, 4 stayed.');
  expect(panel()?.textContent).toBe('There is no number ‘QQQ’ in this view of these lists.');
  await press('Close the explanation');
  await waitFor(() => expect(panel()).toBeNull());
  const before = history.length;
  await press('Dismiss');
  await waitFor(() =>
    expect(location.search).toBe('?code=IVV&date=2023-12-29&vs=2020-06-30&with=FUND%402026-03-02'),
  );
  expect([history.length, screen.queryByText('Part of this link could not be shown.')]).toEqual([
    before,
    null,
  ]);
});

test('for an unknown index, one with weights is shown, and the address gets no day', async () => {
  await openPage('/constituents?code=QQQ&vs=2019-01-01&view=table', {
    ...{ dataDir: folderOf(FUND, SP500), at: AT },
  });
  expect((await notice()).parentElement?.textContent).toBe(
    'Part of this link could not be shown.There is no list of QQQ: FUND is shown.There is no other list of 2019-01-01 or earlier to compare with.',
  );
  await press('Dismiss');
  await waitFor(() => expect(location.search).toBe('?code=FUND&view=table'));
  await the('FUND as of 2026-03-02');
});

test('the bar names the lists that are compared; with a single list it shows the date of that list', async () => {
  const address = '/constituents?code=IVV&view=compare&with=FUND@2026-03-02,IVV@2020-06-30';
  const { router } = await openPage(address, {
    ...{ dataDir: folderOf(...IVV, FUND), at: AT },
    instead: ({ url }) => (url.includes('date=2020-06-30') ? new Response('', { status: 400 }) : undefined),
  });
  await sentence('IVV');
  await the('3 lists as of 2020-06-30 … 2026-03-06');
  // One of the three lists is missing, so nothing is compared.
  await waitFor(() => expect(alert()).toContain('A list could not be loaded'));
  expect(main()).not.toContain('in all');
  await router.navigate({
    to: '/constituents',
    search: { code: 'IVV', date: '2023-12-29', with: 'FUND@2026-03-02' },
  });
  await the('IVV as of 2023-12-29');
});

test('a list that cannot be loaded is named, the shown list stays, and Retry loads it', async () => {
  let fails = true;
  const { router } = await openPage('/constituents?code=IVV&view=table', {
    ...{ dataDir: folderOf(...IVV), at: AT },
    instead: ({ url }) =>
      fails && url.includes('date=2023-12-29')
        ? Response.json({ detail: 'The disk is worn.' }, { status: 400 })
        : undefined,
  });
  await sentence('IVV');
  // The list fails as the list to compare with, and as the shown list.
  for (const day of ['vs', 'date']) {
    await router.navigate({
      to: '/constituents',
      search: { code: 'IVV', [day]: '2023-12-29', view: 'table' },
    });
    await waitFor(() =>
      expect(alert()).toContain(
        'A list could not be loaded: The disk is worn. The previous list is still shown.',
      ),
    );
  }
  expect(document.querySelector('main [aria-busy=true]')?.textContent).toContain(
    'IVV on 2026-03-06: 12 members',
  );
  expect(document.querySelector<HTMLElement>('main [aria-busy=true]')?.style.opacity).toBe('0.5');
  fails = false;
  await press('Retry');
  expect(await sentence('IVV on 2023-12-29')).toContain('13 members');
  expect([alert(), rows().length]).toEqual([undefined, 14]);
});

test('if the first list cannot be loaded, the screen says only that', async () => {
  await openPage('/constituents?code=IVV', {
    ...{ dataDir: folderOf(...IVV), at: AT },
    instead: ({ url }) =>
      url.includes('/constituents/')
        ? Response.json({ detail: 'The disk is worn.' }, { status: 400 })
        : undefined,
  });
  await waitFor(() => expect(alert()).toBe('A list could not be loaded: The disk is worn.Retry'));
  expect(main()).not.toContain('members');
});

test('without lists the screen leads to the import, except in a copy of a team; without data it offers sample data', async () => {
  const dataDir = temporaryFolder();
  publish(dataDir, 'jolts', [{ code: 'quits_rate_sa', date: '2024-01-01', value: '2.1' }]);
  const own = await openPage('/constituents', { dataDir, at: AT });
  await screen.findByText('There are no lists of constituents yet.');
  expect((await the('Import a list')).getAttribute('href')).toBe('/data#import-file');
  await own.close();
  const follows = ({ url }: Request) => (url.endsWith('/host/state') ? Response.json(COPY) : undefined);
  const copy = await openPage('/constituents', { dataDir, at: AT, instead: follows });
  await screen.findByText('There are no lists of constituents yet.');
  await waitFor(() => expect(control('Import a list')).toBeUndefined());
  await copy.close();
  const one = await openPage('/constituents?view=changes', {
    dataDir: folderOf(FUND),
    at: AT,
    instead: follows,
  });
  await screen.findByText(
    'There is only one list. The team can import an older one, with its date, to see changes.',
  );
  expect(control('Import an older list')).toBeUndefined();
  await one.close();
  await openPage('/constituents', { dataDir: temporaryFolder(), at: AT });
  await waitFor(() => expect(main()).toContain('sample data'));
});

test('a catalogue that cannot be loaded is reported, and Retry loads it', async () => {
  let fails = true;
  await openPage('/constituents', {
    ...{ dataDir: folderOf(FUND), at: AT },
    instead: ({ url }) =>
      fails && url.endsWith('/api/v1/catalog')
        ? Response.json({ detail: 'No.' }, { status: 400 })
        : undefined,
  });
  const alert = await screen.findByText('The catalogue could not be loaded: No.', undefined, {
    timeout: 60_000,
  });
  fails = false;
  await press('Retry', 'main [role=alert]');
  await sentence('FUND');
  expect(alert.isConnected).toBe(false);
});

test('a map is taken away as an image with a caption, a sentence, a citation, a request and a file', {
  tags: 'soak',
}, async () => {
  const { router, saved } = await openPage('/constituents?code=IVV&vs=2023-12-29&sector=Energy', {
    ...{ dataDir: folderOf(...IVV, FUND), at: AT },
  });
  await sentence('IVV');
  await waitFor(() => expect(tiles()).toHaveLength(2));
  const words = async (at: number) =>
    [...((await saved[at]?.text) ?? '').replace(/<g .*<\/g>/s, '').matchAll(/<text [^>]*>([^<]*)</g)]
      .map(([, text]) => text)
      .join(' ');
  await take('Save as SVG');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('IVV constituents, 2026-03-06.svg');
  expect(await words(0)).toBe(
    'iShares Core S&#38;P 500 ETF (IVV), list of 2026-03-06 IVV on 2026-03-06: 12 members; ten largest 25.79 %; Information Technology 19.90 %; 2 joined, 3 left, 10 stayed. Size: weight. Colours: change of the weight since 2023-12-29, dark orange lost 0.1 points or more, dark blue gained 0.1 points or more. Source: The index list’s or fund’s own publisher. Copyright of the issuer, BlackRock, Inc. or its affiliates, all rights reserved: for personal, non-commercial use. Data loaded 2026-11-20. Almanac 1.2.3.',
  );
  // The image has the size of the map, and only the shown tiles.
  expect(await saved[0]?.text).toContain('<svg width="1200" height="600">');
  expect((await saved[0]?.text)?.match(/<rect x/g)).toHaveLength(2);
  await take('Copy sentence');
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe(
      'IVV on 2026-03-06: 12 members; ten largest 25.79 %; Information Technology 19.90 %; 2 joined, 3 left, 10 stayed.',
    ),
  );
  await take('Copy citation');
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe(
      'The index list’s or fund’s own publisher, iShares Core S&P 500 ETF (IVV), list of 2026-03-06 [constituents.IVV], retrieved from Almanac 1.2.3, data loaded 2026-11-20; March 14, 2026.',
    ),
  );
  await take('Copy as curl');
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toContain('/constituents/series=IVV?date=2026-03-06'),
  );
  fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
  await waitFor(() => expect(dialog()).toContain('12 members of IVV on 2026-03-06, 6 columns'));
  await press('Close');

  await router.navigate({ to: '/constituents', search: { code: 'FUND', size: 'equal' } });
  await sentence('FUND');
  await waitFor(() => expect(tiles()).toHaveLength(4));
  await take('Save as SVG');
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(await words(1)).toBe(
    'FUND, list of 2026-03-02 FUND on 2026-03-02: 4 members; ten largest 1242.5 %; Information Technology 1,238.0 %. Tiles are of equal size. Colours: weight, lightest below 0.1 %, darkest 3 % or more. Source: The index list’s or fund’s own publisher. S&#38;P 500 list: Open Data Commons PDDL; fund holdings: their issuers’ copyright, for personal, non-commercial use Data loaded 2026-11-20. Almanac 1.2.3.',
  );
  // A table cannot be saved as an image; the request for an older list names its day.
  await router.navigate({ to: '/constituents', search: { code: 'IVV', date: '2023-12-29', view: 'table' } });
  await waitFor(() => expect(rows()).toHaveLength(14));
  await press('Take away');
  await the('Copy as curl');
  expect(control('Save as SVG')).toBeUndefined();
  await press('Copy as curl');
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toContain('/constituents/series=IVV?date=2023-12-29'),
  );
});

test('a made-up list says so in the choice of lists, the image, its name and the citation', async () => {
  const { saved } = await openPage('/constituents', {
    ...{ dataDir: folderOf({ ...SP500, isSample: true }), at: AT },
  });
  await sentence('SP500');
  await waitFor(() => expect(tiles()).toHaveLength(4));
  expect(control('List of')?.value).toBe('2026-01-05, sample');
  await take('Save as SVG');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('SP500 constituents, 2026-01-05, sample.svg');
  const text = ((await saved[0]?.text) ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(text).toContain('S&#38;P 500 companies, list of 2026-01-05 (sample, made up)');
  expect(text).toContain(
    'Sample data, made up by Almanac: not real figures. Tiles are of equal size. Source: The index list’s or fund’s own publisher. Open Data Commons Public Domain Dedication and License (PDDL): free to use, change and share.',
  );
  fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
  await waitFor(() =>
    expect(dialog()).toContain('This is sample data: the file’s name and provenance say so.'),
  );
  await waitFor(() => expect(dialog()).toContain('4 members of SP500 on 2026-01-05, 6 columns'));
});
