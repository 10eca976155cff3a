import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setOpenItem } from '../../../renderer/view/index.ts';
import type { SaveItemRequest } from '../../../service/contract/saved.ts';
import { publish } from '../../api/folder.ts';
import {
  boardOf,
  control,
  DEBT,
  folderWith,
  HELD,
  ID,
  press,
  saving,
  storedIn,
  storeIn,
} from '../board/open-board.tsx';
import { openPage } from '../open-page.tsx';
import { failed, inDialog, isAsked, isGone, kept, ID as VIEW, view } from './open-saved.ts';

const save = (key = 's') => fireEvent.keyDown(document.body, { key, ctrlKey: true });
/** Waits for the bar of the loaded screen: the bar of a loading one disappears with its open dialogs. */
const isReady = () =>
  waitFor(() =>
    expect([control('Save this view') === undefined, document.querySelector('main[aria-busy=true]')]).toEqual(
      [false, null],
    ),
  );
const chip = () => document.querySelector<HTMLElement>('[data-saved] .chip');
const tone = () => chip()?.dataset.tone;
const bar = () => document.querySelector('[data-saved]')?.textContent;

test('Ctrl S saves what a screen shows as a view or a list, then each change in its place or as another item', async () => {
  let isFull = false;
  const dataDir = folderWith();
  const { router } = await openPage(`/explore?series=${DEBT},${HELD}&subtitle=%E9%A1%8C`, {
    dataDir,
    instead: (request) =>
      isFull && request.url.endsWith('/host/save-item') ? failed('The disk is full.') : undefined,
  });
  await isReady();
  expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true, altKey: true })).toBe(true);
  // S is a capital, as with Caps Lock. The page keeps the browser from saving its files.
  expect(save('S')).toBe(false);
  const name = (await screen.findByLabelText('Name')) as HTMLInputElement;
  expect(name.value).toBe('Debt held by the public, Intragovernmental holdings');
  // In the dialog, Ctrl S opens no second one.
  save();
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1);
  const button = () => document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]');
  fireEvent.change(name, { target: { value: '  ' } });
  expect(button()?.disabled).toBe(true);
  fireEvent.change(name, { target: { value: ' Both ' } });
  const note = await screen.findByLabelText('Note');
  fireEvent.change(note, { target: { value: 'x'.repeat(10_001) } });
  await screen.findByText('This cannot be saved: note has 10,001 characters; the most is 10,000.');
  expect(button()?.disabled).toBe(true);
  fireEvent.change(note, { target: { value: ' Of May ' } });
  fireEvent.change(await screen.findByLabelText('Folder'), { target: { value: ' Fed ' } });
  isFull = true;
  await inDialog('Save');
  await screen.findByText('Not saved: The disk is full.');
  isFull = false;
  await inDialog('Save');
  await isGone();
  await waitFor(() => expect(bar()).toBe('Both'));
  // The address is stored readably; a browser escapes other scripts to nine times their length.
  const address = `/explore?series=${DEBT},${HELD}&subtitle=題`;
  expect(storedIn(dataDir)).toMatchObject([
    { kind: 'view', name: 'Both', note: 'Of May', folder: 'Fed', content: { address, frozen: null } },
  ]);

  router.history.push(`/explore?series=${DEBT}`);
  await waitFor(() => expect(bar()).toBe('● BothSaveSave as'));
  isFull = true;
  save();
  await screen.findByText('Not saved: The disk is full.');
  isFull = false;
  save();
  await waitFor(() => expect(bar()).toBe('Both'));
  expect([
    document.querySelector('[data-saved] .cut'),
    document.querySelector('header [role=status]'),
  ]).toEqual([
    expect.objectContaining({ title: 'Of May' }),
    expect.objectContaining({ textContent: 'Saved “Both”.' }),
  ]);
  expect(storedIn(dataDir)).toMatchObject([{ revision: 2, content: { address: `/explore?series=${DEBT}` } }]);
  // Nothing was changed, so a new item is offered. On a Mac the key is Cmd S.
  fireEvent.keyDown(document.body, { key: 's', metaKey: true });
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('Both (2)');
  fireEvent.click(document.querySelector('[role=dialog] input[value=list]') as HTMLElement);
  await screen.findByText('Save the series as a list');
  expect(screen.queryByLabelText('Freeze the numbers')).toBeNull();
  isFull = true;
  await inDialog('Save');
  await screen.findByText('Not saved: The disk is full.');
  isFull = false;
  await inDialog('Cancel');
  await isGone();
  expect(screen.queryByText(/^Not saved/)).toBeNull();
  save();
  await screen.findByLabelText('Name');
  fireEvent.click(document.querySelector('[role=dialog] input[value=list]') as HTMLElement);
  await inDialog('Save');
  await isGone();
  expect(storedIn(dataDir).find(({ kind }) => kind === 'list')).toMatchObject({
    ...{ name: 'Both (2)', folder: 'Fed', content: { series: [DEBT] } },
  });
  await press('Continue without “Both”');
  await waitFor(() => expect(bar()).toBeUndefined());
});

test('if another window has changed the view, Ctrl S asks which version to keep, and shows it', async () => {
  const stored = view(VIEW, { name: 'Debt' });
  const dataDir = folderWith(stored);
  setOpenItem('/explore', VIEW);
  let version: Response | undefined;
  const { router } = await openPage(`/explore?series=${DEBT}`, {
    dataDir,
    instead: (request) => (request.url.endsWith('/host/work-version') ? version?.clone() : undefined),
  });
  await isReady();
  await waitFor(() => expect(bar()).toBe('Debt'));
  // This window does not notice other changes.
  version = await fetch('/host/work-version');
  const saveAgainst = async (name: string, change: { is_deleted?: boolean } = {}) => {
    const { revision = 0 } = kept(dataDir, VIEW) ?? {};
    storeIn(dataDir, { ...stored, name, revision, ...change } as SaveItemRequest);
    router.history.push(`/explore?series=${change.is_deleted ? HELD : `${DEBT},${HELD}`}`);
    await waitFor(() => expect(bar()).toMatch(/^● /));
    save();
  };
  await saveAgainst('Theirs');
  await isAsked();
  await press('Close');
  await isGone();
  expect([bar(), location.search]).toEqual(['● TheirsSaveSave as', `?series=${DEBT},${HELD}`]);
  await saveAgainst('Theirs, again');
  await isAsked();
  await inDialog('Take theirs');
  await waitFor(() => expect([bar(), location.search]).toEqual(['Theirs, again', `?series=${DEBT}`]));
  await saveAgainst('Theirs at last');
  await isAsked();
  await inDialog('Keep mine');
  await waitFor(() => expect(bar()).toBe('Theirs, again'));
  expect(kept(dataDir, VIEW)).toMatchObject({
    ...{ name: 'Theirs, again', content: { address: `/explore?series=${DEBT},${HELD}` } },
  });
  await saveAgainst('Gone', { is_deleted: true });
  await screen.findByText(/^Deleted in another window at/);
  await inDialog('Take theirs');
  await waitFor(() => expect(bar()).toBeUndefined());
  expect(kept(dataDir, VIEW)).toMatchObject({ name: 'Gone', deleted_at: expect.any(String) });
});

test('a frozen view says whether its numbers are the same and is not replaced; a board says that it saves itself', {
  tags: 'soak',
}, async () => {
  const frozen = { as_of: '2026-11-20T14:02:00.000Z', sha256: 'a'.repeat(64), rows: 9 };
  const lost = {
    ...{ id: 'view00008', kind: 'view', name: 'Lost' },
    content: { address: '/constituents', frozen },
  };
  const gone = {
    ...{ id: 'view00009', kind: 'view', name: 'Gone' },
    content: { address: '/explore', frozen: null },
  };
  const dataDir = folderWith(
    saving(boardOf([])),
    saving(boardOf([]), lost as never),
    saving(boardOf([]), gone as never),
    saving(boardOf([]), { ...gone, revision: 1, is_deleted: true } as never),
  );
  setOpenItem('/explore', 'view00009');
  let isFull = true;
  const page = await openPage('/explore?series=yields.US10Y', {
    dataDir,
    instead: (request) =>
      isFull && request.url.endsWith('/host/save-item') ? failed('The disk is full.') : undefined,
  });
  await isReady();
  save();
  fireEvent.click(await screen.findByLabelText('Freeze the numbers'));
  await inDialog('Save');
  await screen.findByText(/sample data, which are made up and never frozen/);
  fireEvent.click(await screen.findByLabelText('Freeze the numbers'));
  await inDialog('Save');
  await screen.findByText('Not saved: The disk is full.');
  isFull = false;
  await inDialog('Cancel');
  await isGone();
  page.router.history.push(`/explore?series=${HELD}&as_of=2026-11-21T00:00:00.000Z`);
  await waitFor(() => expect(location.search).toContain(HELD));
  save();
  fireEvent.click(await screen.findByLabelText('Freeze the numbers'));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Held' } });
  await inDialog('Save');
  await isGone();
  await waitFor(() => expect([bar(), tone()]).toEqual(['HeldSame as saved', 'current']));
  const [item] = storedIn(dataDir);
  expect(item).toMatchObject({
    content: {
      address: `/explore?series=${HELD}`,
      frozen: { rows: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  });
  page.router.history.push(`/explore?series=${HELD}&range=5Y`);
  await waitFor(() => expect(bar()).toBe('● HeldSave as'));
  await press('Save as');
  const name = (await screen.findByLabelText('Name')) as HTMLInputElement;
  expect(name.value).toBe('Held');
  fireEvent.change(name, { target: { value: 'Five' } });
  fireEvent.click(document.querySelector('[role=dialog] input[placeholder=None]') as HTMLElement);
  await waitFor(() => expect(document.querySelector('[role=option]')?.textContent).toBe('Fed'));
  await inDialog('Save');
  await waitFor(() => expect(bar()).toBe('Five'));
  await page.close();

  const date = '2024-01-02';
  publish(
    dataDir,
    'us_debt',
    [{ code: 'intragovernmental_holdings', date, value: '1.00' }],
    'file',
    new Date().toISOString(),
  );
  const other = await openPage('/saved', { dataDir });
  await screen.findByText(/^Frozen · 1 of 2 revised/);
  await waitFor(() => {
    save();
    expect(document.body.textContent).toContain(
      'What you change here is saved automatically, at each change.',
    );
  });
  await press('Held');
  await waitFor(() => expect(bar()).toMatch(/^Held1 of 2 revised/));
  expect(tone()).toBe('due');
  expect(other.router.state.location.search).toHaveProperty('as_of');
  other.router.history.push(`/explore?series=${HELD}`);
  await waitFor(() => expect(bar()).toMatch(/ · shown with current dataShow as saved$/));
  await press('Show as saved');
  await waitFor(() => expect(other.router.state.location.search).toHaveProperty('as_of'));
  other.router.history.push('/saved');
  await press('Lost');
  // The screen of this view cannot show earlier data.
  await waitFor(() => expect(bar()).toMatch(/^LostCannot be rebuilt: .* · shown with current data$/));
  expect(chip()).toMatchObject({
    dataset: { tone: 'lost' },
    title: expect.stringMatching(/another SHA-256/),
  });
  await other.close();
  await openPage(`/board?id=${ID}`, { dataDir });
  await waitFor(() => expect(document.querySelector('[data-tiles]')).not.toBeNull());
  // The top bar may load after the board.
  await waitFor(() => {
    save();
    expect(document.body.textContent).toContain('A board is saved automatically, at each change.');
  });
});
