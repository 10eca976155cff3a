import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SavedItem } from '../../../service/contract/saved.ts';
import {
  boardOf,
  control,
  DEBT,
  folderWith,
  HELD,
  press,
  saves,
  saving,
  storeIn,
} from '../board/open-board.tsx';
import { openPage, windowOf } from '../open-page.tsx';
import {
  dialog,
  failed,
  ID,
  inMenu,
  isAsked,
  isGone,
  isSaid,
  kept,
  names,
  offered,
  view,
} from './open-saved.ts';

/** Changes the view as another window does. */
const changeElsewhere = (dataDir: string, change: object) => {
  const { name, note, folder, revision } = kept(dataDir) as SavedItem;
  storeIn(dataDir, view(ID, { name, note, folder, revision, ...change }));
};

test('the details show what another window stores, but do not replace typed text: one chooses', async () => {
  windowOf(1440);
  let isFull = false;
  let held: Promise<void> | undefined;
  const dataDir = folderWith(view(ID, { name: 'Debt', note: 'Old', folder: 'Rates' }));
  await openPage('/saved', {
    dataDir,
    instead: async (request) => {
      if (!request.url.endsWith('/host/save-item')) return undefined;
      await held;
      return isFull ? failed('The disk is full.') : undefined;
    },
  });
  await inMenu('Debt', 'Details');
  const field = async (label: string) =>
    (await screen.findByLabelText(label, { selector: 'input, textarea' })) as HTMLInputElement;
  const texts = async () => [
    (await field('Name')).value,
    (await field('Note')).value,
    (await field('Folder')).value,
  ];
  const type = async (label: string, value: string) =>
    fireEvent.change(await field(label), { target: { value } });
  const leave = async (label: string) => fireEvent.blur(await field(label));
  const isHeard = (title: string) =>
    waitFor(() => expect(document.querySelector(`[data-item=${ID}]`)).toHaveProperty('title', title));

  changeElsewhere(dataDir, { name: 'Theirs', folder: 'Fed' });
  await isHeard('Theirs\nOld');
  expect(await texts()).toEqual(['Theirs', 'Old', 'Fed']);

  const differ = async (mine: string, theirs: string) => {
    const [name, , folder] = await texts();
    await type('Note', mine);
    changeElsewhere(dataDir, { name: theirs });
    await isHeard(`${theirs}\n${kept(dataDir)?.note}`);
    // The fields show all that would be saved.
    expect(await texts()).toEqual([name, mine, folder]);
    // Typing on does not choose.
    await type('Note', `${mine}.`);
    await leave('Note');
    await isAsked();
    expect(kept(dataDir)?.name).toBe(theirs);
  };
  await differ('Of May', 'June');
  await press('Close');
  await isGone();
  expect(await texts()).toEqual(['Theirs', 'Of May.', 'Fed']);
  await leave('Note');
  await isAsked();
  await press('Take theirs');
  await isGone();
  await waitFor(async () => expect(await texts()).toEqual(['June', 'Old', 'Fed']));
  await differ('Of July', 'August');
  await press('Keep mine');
  await waitFor(() => expect(kept(dataDir)).toMatchObject({ name: 'June', note: 'Of July.' }));
  expect(await texts()).toEqual(['June', 'Of July.', 'Fed']);

  isFull = true;
  await type('Folder', ' Debt ');
  await leave('Folder');
  await screen.findByText('Not saved: The disk is full.');
  expect(await texts()).toEqual(['June', 'Of July.', ' Debt ']);
  isFull = false;
  await leave('Folder');
  await waitFor(() => expect(kept(dataDir)?.folder).toBe('Debt'));
  await waitFor(async () => expect(await texts()).toEqual(['June', 'Of July.', 'Debt']));
  expect(screen.queryByText(/^Not saved/)).toBeNull();

  // This text is typed while the text before it is being stored.
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await type('Note', 'Stored');
  await leave('Note');
  await type('Note', 'Typed');
  resolve();
  await isHeard('June\nStored');
  expect((await texts())[1]).toBe('Typed');
  await leave('Note');
  await waitFor(() => expect(kept(dataDir)?.note).toBe('Typed'));
  expect(dialog()).toBeNull();
});

test('if two windows change an item, one chooses mine or theirs, and closing the question loses nothing', async () => {
  windowOf(1440);
  let version: Response | undefined;
  const dataDir = folderWith(view(ID, { name: 'Debt', note: 'Old', folder: 'Rates' }));
  const { asked } = await openPage('/saved?sort=name', {
    dataDir,
    instead: (request) => (request.url.endsWith('/host/work-version') ? version?.clone() : undefined),
  });
  await waitFor(() => expect(names()).toEqual(['Debt']));
  // This window does not notice other changes.
  version = await fetch('/host/work-version');
  const rename = async (name: string) => {
    fireEvent.keyDown(document.body, { key: 'F2' });
    const field = (await screen.findByLabelText('Name')) as HTMLInputElement;
    fireEvent.change(field, { target: { value: name } });
    fireEvent.submit(field.form as HTMLFormElement);
  };
  const differ = async (theirs: string, mine: string) => {
    changeElsewhere(dataDir, { name: theirs });
    await rename(mine);
    await isAsked();
    expect([kept(dataDir)?.name, offered()]).toEqual([theirs, ['', 'Take theirs', 'Keep mine']]);
  };
  await differ('A', 'B');
  await press('Take theirs');
  await waitFor(() => expect(names()).toEqual(['A']));
  expect([dialog(), kept(dataDir)?.revision]).toEqual([null, 2]);
  // This window has changed nothing that could be undone.
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(saves(asked)).toBe(1);

  await differ('C', 'D');
  await press('Keep mine');
  await waitFor(() => expect(names()).toEqual(['D']));
  expect([dialog(), kept(dataDir)?.name]).toEqual([null, 'D']);
  // Undo takes back what this window saved, but not the change that it accepted.
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(names()).toEqual(['A']));
  await rename('D');
  await waitFor(() => expect(names()).toEqual(['D']));

  await differ('E', 'F');
  await press('Close');
  // The typed text is not lost.
  await screen.findByText('Rename “D”');
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('F');
  expect(kept(dataDir)?.name).toBe('E');
  await press('Cancel');
  await isGone();

  await waitFor(() => expect(names()).toEqual(['E']));
  changeElsewhere(dataDir, { note: 'New' });
  await inMenu('E', 'Delete');
  await isAsked();
  expect(dialog()?.textContent).toContain(
    'You want to delete “E”, which another window has changed meanwhile.',
  );
  expect(offered()).toEqual(['', 'Keep it', 'Delete it']);
  await press('Keep it');
  await isGone();
  expect(kept(dataDir)).toMatchObject({ note: 'New', deleted_at: null });
  expect(document.querySelector('[role=status]')?.textContent ?? '').not.toContain('bin');
  changeElsewhere(dataDir, { note: 'Newer' });
  await inMenu('E', 'Delete');
  await isAsked();
  await press('Delete it');
  await screen.findByText('Nothing is saved yet. Press Ctrl-S on any screen to save it.');
  expect(kept(dataDir)?.deleted_at).not.toBeNull();
});

test('frozen views are frozen again with current numbers, except those of sample data; a list is downloaded again', async () => {
  windowOf(1440);
  const exports: unknown[] = [];
  const frozen = { as_of: '2025-11-20T14:02:00.000Z', sha256: 'a'.repeat(64), rows: 9 };
  const dataDir = folderWith(
    view(ID, { name: 'Debt', note: 'Of May' }, { frozen }),
    view('view00002', { name: 'Live' }, { address: `/explore?series=${HELD}` }),
    view('view00003', { name: 'Curve' }, { address: '/explore?series=yields.US10Y', frozen }),
    saving(boardOf([]), {
      id: 'list00001',
      name: 'Labour',
      kind: 'list',
      note: '',
      folder: '',
      content: { series: [HELD, 'yields.US10Y', 'none.such'] },
    } as never),
  );
  const { asked } = await openPage('/saved?sort=name', {
    dataDir,
    instead: async (request) => {
      if (new URL(request.url).pathname === '/host/export') exports.push(await request.clone().json());
      return undefined;
    },
  });
  const [lost] = await screen.findAllByText('Frozen · Cannot be rebuilt: an older back-up was restored');
  expect(lost?.title).toMatch(/gives another SHA-256/);
  expect(document.querySelector<HTMLElement>('.warning')?.title).toBe('none.such');
  // Each picture shows what its view shows: the numbers of a frozen view are as of its instant.
  await waitFor(() =>
    expect(
      asked
        .flatMap((one) =>
          one.includes('/us_debt?') ? [[one.match(/series=(\w+)/)?.[1], one.split('&as_of=')[1]]] : [],
        )
        .sort(),
    ).toEqual([
      ['debt_held_by_public', frozen.as_of],
      ['intragovernmental_holdings', undefined],
    ]),
  );
  for (const name of ['Curve', 'Debt', 'Live']) await press(`Tick ${name}`);
  await press('Freeze again');
  await isSaid('“Debt” frozen with the current numbers.');
  await screen.findByText(/^“Curve”: .*sample data, which are made up and never frozen/);
  await screen.findByText('Frozen · Same as saved');
  const after = kept(dataDir);
  expect(after).toMatchObject({
    ...{ name: 'Debt', note: 'Of May', revision: 2 },
    content: {
      address: `/explore?series=${DEBT}`,
      frozen: { rows: 3, sha256: expect.stringMatching(/^(?!a{64})[0-9a-f]{64}$/) },
    },
  });
  expect(['view00002', 'view00003'].map((id) => kept(dataDir, id)?.revision)).toEqual([1, 1]);
  // A refusal is shown until the next attempt.
  await press('Tick Curve');
  await press('Freeze again');
  await waitFor(() => expect(screen.queryByText(/^“Curve”: /)).toBeNull());
  await waitFor(() => expect(control('Freeze again')?.disabled).toBe(false));
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(kept(dataDir)).toMatchObject({ content: { frozen } }));

  await inMenu('Labour', 'Details');
  await waitFor(() =>
    expect(document.querySelector('dl.column')?.textContent).toContain(
      `State3 series · 1 series gone or discontinuedSeries${HELD}, yields.US10Y, none.such`,
    ),
  );
  await inMenu('Labour', 'Download again');
  await screen.findByText('Labour: 2 series, all observations');
  await screen.findByText('This Almanac does not have none.such: left out.');
  await press('Download');
  await waitFor(() => expect(exports).toHaveLength(1));
  expect(exports[0]).toMatchObject({ search: `series=${HELD},yields.US10Y&title=Labour` });
  await press('Close');
  await isGone();
});
