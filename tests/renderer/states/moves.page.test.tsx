import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keepView } from '../../../renderer/view/index.ts';
import { temporaryFolder } from '../../api/folder.ts';
import { holdFrames } from '../held-frames.ts';
import { address, arrives, isWhole, one, open, said, texts } from './few-page.ts';
import { publishFewWeeks, WEEKS } from './few-weeks.ts';

const button = (name: string) => one(`button[aria-label="${name}"]`);
const named = (name: string) =>
  [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  ) as HTMLButtonElement;

test('weeks play up to the newest one at the chosen speed, and then begin again', async () => {
  await open('?week=2024-12-07&measure=persons');
  await isWhole();
  const frames = holdFrames();
  /** The week painted after each frame; each frame plays a quarter of a second. */
  const play = (count: number) =>
    Array.from({ length: count }, () => {
      frames.next();
      return texts('[data-part=date]')[0];
    });
  const press = async (name: string) => {
    fireEvent.keyDown(document.body, { key: 'p' });
    await waitFor(() => expect(button(name)).not.toBeNull());
  };
  await press('Pause');
  expect(play(3)).toEqual(['2024-12-14', '2024-12-21', '2024-12-28']);
  expect(address()).toBe('/states?week=2024-12-07&measure=persons');
  await press('Play');
  await arrives('?measure=persons&week=2024-12-28');
  fireEvent.click(one('[aria-label="Speed, weeks a second"] input[value="13"]'));
  await press('Pause');
  expect(play(4)).toEqual(['2025-01-18', '2025-02-08', '2025-03-01', '2025-03-08']);
  await waitFor(() => expect(button('Play')).not.toBeNull());
  await arrives('?measure=persons');
  await press('Pause');
  expect(texts('[data-part=date]')).toEqual(['2024-01-20']);
  expect(play(1)).toEqual(['2024-02-10']);
  // Moving the slider stops playing.
  fireEvent.input(one('input[type=range]'), { target: { value: '10' } });
  await waitFor(() => expect(button('Play')).not.toBeNull());
  await arrives('?measure=persons&week=2024-03-30');
});

test('beside the map are the areas that moved the nation in a week or a year, and the count of areas at their highest', async () => {
  const { router } = await open('?measure=persons');
  await isWhole();
  const records = () => [...document.querySelectorAll('p ~ .quiet')].map(({ textContent }) => textContent);
  expect([texts('aside p'), texts('aside li').at(-1), records()]).toEqual([
    ...[['Rhode Island fell by 259, the most, while the nation rose by 427.'], 'Nation+427', []],
  ]);
  const goTo = async (search: string) => {
    router.history.push(`/states${search}`);
    await waitFor(() => expect(said()).toContain(search.slice(6, 16)));
  };
  await goTo('?week=2025-02-15&measure=year');
  expect([texts('aside p'), texts('aside li').at(-1)]).toEqual([
    ...[['Maine rose by 266, the most, while the nation fell by 630.'], 'Nation−630'],
  ]);
  await goTo('?week=2024-02-17');
  expect(records()).toEqual(['The highest week of 1 area.']);
  await goTo('?week=2024-02-10');
  expect(records()).toEqual(['The highest week of 4 areas.']);
});

test('selected areas open in Explore as of the instant of the map, or are added to its last chart if all fit', async () => {
  const others = ['US1M', 'US2M', 'US3M', 'US6M', 'US1Y', 'US2Y', 'US5Y'].map((code) => `yields.${code}`);
  keepView({ series: others.join(',') });
  const { user } = await open('?as_of=2026-11-21&areas=NV&measure=rate');
  await isWhole();
  expect([named('Add to chart').disabled, named('Add to chart').title]).toEqual([false, '']);
  fireEvent.click(one('[data-area=TX]'), { ctrlKey: true });
  await waitFor(() => expect(texts('[role=status] b')).toEqual(['Nevada and Texas']));
  expect([named('Add to chart').disabled, named('Add to chart').title]).toEqual([
    ...[true, 'A chart has 8 lines at most'],
  ]);
  await user.click(named('Explore'));
  await waitFor(() => expect(address()).toMatch(/^.explore/));
  expect(address()).toBe(
    '/explore?series=ui_state_weekly_claims.insured_unemployment_rate.NV,ui_state_weekly_claims.insured_unemployment_rate.TX&range=5Y&as_of=2026-11-21',
  );
});

test('a selected area is added to the chart that Explore showed last', async () => {
  keepView({ series: 'yields.US5Y' });
  const { user, router } = await open('?areas=AK,AL,AR,AZ,CA,CO,CT,DC');
  await isWhole();
  expect(texts('[role=status]')).toContainEqual(
    expect.stringMatching(/ and District of Columbia \(8 at most\)$/),
  );
  router.history.push('/states?areas=NV');
  await waitFor(() => expect(texts('[role=status]')).toContain('Nevada'));
  await user.click(named('Add to chart'));
  await waitFor(() => expect(address()).toMatch(/^.explore/));
  expect(address()).toBe('/explore?series=yields.US5Y,ui_state_weekly_claims.initial_claims.NV');
});

test('each change except an explanation is an entry of the history; dismissing a notice corrects the address', {
  tags: 'soak',
}, async () => {
  const { user, router } = await open('?measure=persons');
  await isWhole();
  fireEvent.click(one('[data-area=NV]'));
  await arrives('?measure=persons&areas=NV');
  fireEvent.doubleClick(one('[data-area=NV]'));
  await arrives('?measure=persons&areas=NV&explain=NV');
  router.history.back();
  await arrives('?measure=persons');
  router.history.push('/states?week=2025-02-26&measure=weekrate&sort=low');
  await user.click(await screen.findByLabelText('Dismiss'));
  await arrives('?week=2025-03-01&sort=low');
  router.history.push('/states?week=2025-05-01&measure=persons');
  await user.click(await screen.findByLabelText('Dismiss'));
  await arrives('?measure=persons');
});

test('as of an instant, the newest week is the last one known at that time', async () => {
  const dataDir = temporaryFolder();
  publishFewWeeks(dataDir, undefined, '2026-11-10T12:00:00.000Z', 50);
  publishFewWeeks(dataDir, undefined, '2026-11-20T12:00:00.000Z');
  await open('?as_of=2026-11-15&measure=persons', { dataDir });
  await isWhole();
  expect([said()?.slice(0, 22), (one('input[type=range]') as HTMLInputElement).max]).toEqual([
    ...['Week ending 2024-12-28', '49'],
  ]);
  expect((button('Week after') as HTMLButtonElement).disabled).toBe(true);
});

test('the screen and the image say that the data are samples', { tags: 'soak' }, async () => {
  const dataDir = temporaryFolder();
  publishFewWeeks(dataDir, ['initial_claims'], undefined, WEEKS, 'sample');
  const { user, saved } = await open('?view=table', { dataDir });
  await waitFor(() => expect((one('input[type=range]') as HTMLInputElement)?.disabled).toBe(false));
  await user.click(screen.getByText('Take away'));
  await user.click(await screen.findByText('Save as SVG'));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('Initial claims by state, week ending 2025-03-08, sample.svg');
  expect(one('section[aria-label="Sample data"]')).not.toBeNull();
  expect(await saved[0]?.text).toContain('Sample data, made up by Almanac: not real figures.');
});
