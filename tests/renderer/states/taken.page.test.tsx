import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { pickStatesSearch } from '../../../renderer/states/map-state.ts';
import { StatesTile } from '../../../renderer/states/states-tile.tsx';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { temporaryFolder } from '../../api/folder.ts';
import { drawTile } from '../draw-tile.tsx';
import { openPage } from '../open-page.tsx';
import { publishFewWeeks } from './few-weeks.ts';

async function tiles(dataDir: string, options: Parameters<typeof openPage>[1] = {}) {
  const { client } = await openPage('/settings', { ...options, dataDir });
  return (search: Record<string, unknown>) =>
    drawTile(client, (given) => (
      <StatesTile search={pickStatesSearch(search)} range={undefined} {...given} />
    ));
}

test('a tile draws the map of its address, follows the crosshair by weeks, and lists the areas', async () => {
  const dataDir = temporaryFolder();
  publishFewWeeks(dataDir);
  const tile = await tiles(dataDir);
  const map = tile({ week: '2025-02-26', measure: 'persons', areas: 'NV,TX', scale: 'x' });
  expect(await map.settled()).toEqual({
    datasets: ['ui_state_weekly_claims'],
    isFollowing: true,
    problems: [
      'scale=x is not known here; use one of all, year, week.',
      '2025-02-26 is not a Saturday: the week ending 2025-03-01 is shown.',
    ],
    sentence:
      'Week ending 2025-03-01: 267,640 initial claims in 53 areas; most California 15,577, fewest Alaska 1,430.',
    sheet: {
      search:
        'series=ui_state_weekly_claims.initial_claims.NV,ui_state_weekly_claims.initial_claims.TX&from=2025-03-01&to=2025-03-01',
    },
    state: 'drawn',
  });
  await waitFor(() => expect(map.box.querySelectorAll('[data-area]')).toHaveLength(53));
  const selected = map.box.querySelectorAll<SVGElement>('[aria-pressed=true]');
  expect([...selected].map(({ dataset }) => dataset.area)).toEqual(['NV', 'TX']);
  const date = () => map.box.querySelector('[data-part=date]')?.textContent;
  expect(date()).toBe('2025-03-01');
  // A week is dated by its last day.
  act(() => map.shared.move(dayNumber('2024-05-05')));
  expect(date()).toBe('2024-05-11');
  act(() => map.shared.move(dayNumber('2024-05-11')));
  expect(date()).toBe('2024-05-11');
  act(() => map.shared.move(dayNumber('2025-03-08')));
  expect(date()).toBe('2025-03-08');
  act(() => map.shared.move(dayNumber('2025-03-09')));
  expect(date()).toBe('2025-03-01');
  act(() => map.shared.move(dayNumber('2023-01-01')));
  expect(date()).toBe('2025-03-01');
  act(() => map.shared.move(dayNumber('2024-05-11')));
  act(() => map.shared.move(undefined));
  expect(date()).toBe('2025-03-01');
  map.unmount();

  const table = tile({ view: 'table', sort: 'low', measure: 'rate', series: 'continued', areas: 'NV' });
  expect(await table.settled()).toMatchObject({
    ...{ state: 'drawn', isFollowing: false, problems: [] },
    sentence: expect.stringContaining(' continued claims in 53 areas; highest 13-week insured rate '),
    sheet: { search: expect.stringMatching(/^series=\w+\.insured_unemployment_rate\.NV&/) },
  });
  const rows = () =>
    [...table.box.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent).join(' '),
    );
  // All boxes are 600 pixels high here: the header, 25 areas and the last line fit.
  await waitFor(() => expect(rows().at(-1)).toBe('and 28 more'));
  expect(rows()).toHaveLength(27);
  expect(rows().slice(0, 2)).toEqual(['Area Insured rate, 13 weeks', 'Alaska AK 0.40']);
  table.unmount();
  const lines = tile({ view: 'lines', own: 'on' });
  await lines.settled();
  await waitFor(() => expect(lines.box.textContent).toContain('Each has a scale of its own, from 0'));
});

test('a tile without claims says so', async () => {
  const dataDir = temporaryFolder();
  const empty = await tiles(dataDir);
  expect(await empty({}).settled()).toEqual({ state: 'empty', why: 'Almanac has no claims by state yet.' });
});

test('a tile whose claims cannot be loaded can try again', async () => {
  const dataDir = temporaryFolder();
  publishFewWeeks(dataDir);
  let isBroken = true;
  const tile = await tiles(dataDir, {
    instead: ({ url }) =>
      isBroken && url.includes('series=')
        ? Response.json({ detail: 'The disk is gone.' }, { status: 422 })
        : undefined,
  });
  const broken = tile({ measure: 'persons' });
  const said = await broken.settled();
  expect(said).toMatchObject({ state: 'failed', why: 'The disk is gone.' });
  isBroken = false;
  if (said.state === 'failed') said.retry();
  await waitFor(async () => expect((await broken.settled()).state).toBe('drawn'));
});

test('the map is taken away as an image, a citation, an address and a sentence', async () => {
  const given: { name: string; text: Promise<string> }[] = [];
  const { createObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  let last: Blob | undefined;
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return 'blob:almanac';
  };
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.download) given.push({ name: this.download, text: last?.text() ?? Promise.resolve('') });
    else click.call(this);
  };
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
  });
  const dataDir = temporaryFolder();
  publishFewWeeks(dataDir);
  const { user, router } = await openPage('/states?week=2025-02-01&areas=NV,TX&as_of=2026-11-21', {
    dataDir,
  });
  await waitFor(() =>
    expect(document.querySelector<HTMLInputElement>('input[type=range]')?.disabled).toBe(false),
  );
  const item = async (name: string) => {
    await user.click(screen.getByText('Take away'));
    await user.click(await screen.findByText(name));
  };
  const copied = async (name: string) => {
    await item(name);
    return navigator.clipboard.readText();
  };
  const image = async () => {
    const count = given.length;
    await item('Save as SVG');
    await waitFor(() => expect(given).toHaveLength(count + 1));
    const { name, text } = given.at(-1) as (typeof given)[number];
    const words = (await text).replace(/<g transform[\s\S]*<\/g>/, '');
    return [name, ...[...words.matchAll(/<text[^>]*>([^<]+)<\/text>/g)].map(([, said]) => said)];
  };
  expect((await copied('Copy citation')).replace(/; [^;\n]*\.$/gm, '').split('\n')).toEqual([
    'US Department of Labor, Employment and Training Administration, Nevada: Initial claims, not seasonally adjusted [ui_state_weekly_claims.initial_claims.NV], retrieved from Almanac 1.2.3, data loaded 2026-11-20',
    'US Department of Labor, Employment and Training Administration, Texas: Initial claims, not seasonally adjusted [ui_state_weekly_claims.initial_claims.TX], retrieved from Almanac 1.2.3, data loaded 2026-11-20',
  ]);
  expect((await copied('Copy as curl')).match(/\/api\/[^'"\s]*/)?.[0]).toEqual(
    '/api/v1/view?series=ui_state_weekly_claims.initial_claims.NV,ui_state_weekly_claims.initial_claims.TX&from=2025-02-01&to=2025-02-01&as_of=2026-11-21&format=csv',
  );
  expect(await copied('Copy sentence')).toEqual(
    'Week ending 2025-02-01: 267,731 initial claims in 53 areas; most per thousand California 6.26, fewest New Hampshire 0.42.',
  );
  expect(await image()).toEqual([
    'Initial claims by state, per thousand, week ending 2025-02-01.svg',
    'Initial claims by state: per thousand, week ending 2025-02-01',
    'Week ending 2025-02-01: 267,731 initial claims in 53 areas; most per thousand California 6.26, fewest New Hampshire 0.42. As known on 2026-11-21.',
    'Source: US Department of Labor, Employment and Training Administration, ETA 539 report. Almanac 1.2.3.',
  ]);
  router.history.push('/states?week=2025-02-01&view=table&series=continued');
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(54));
  await waitFor(() =>
    expect(document.querySelector<HTMLInputElement>('input[type=range]')?.disabled).toBe(false),
  );
  expect((await image()).slice(0, 3)).toEqual([
    'Continued claims by state, week ending 2025-02-01.svg',
    'Continued claims by state, week ending 2025-02-01',
    'Week ending 2025-02-01: 1,441,743 continued claims in 53 areas; most per thousand Kentucky 51.71, fewest Oklahoma 2.35.',
  ]);
});
