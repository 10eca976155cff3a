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
  saving,
  storedIn,
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

/** What other windows change meanwhile, and what is frozen again. */

/** Another window changes the view. */
const changeElsewhere = (dataDir: string, change: object) => {
  const { name, note, folder, revision } = kept(dataDir) as SavedItem;
  storeIn(dataDir, view(ID, { name, note, folder, revision, ...change }));
};

test('what another window stores shows in the details, but not over what is typed; where both change the same, one chooses', async () => {
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

  await type('Note', 'Mine');
  changeElsewhere(dataDir, { name: 'Theirs', folder: 'Fed' });
  await isHeard('Theirs\nOld');
  expect(await texts()).toEqual(['Theirs', 'Mine', 'Fed']);
  await leave('Note');
  await waitFor(() => expect(kept(dataDir)).toMatchObject({ name: 'Theirs', note: 'Mine', folder: 'Fed' }));
  expect(dialog()).toBeNull();

  const differ = async (mine: string, theirs: string) => {
    await type('Note', mine);
    changeElsewhere(dataDir, { note: theirs });
    await isHeard(`Theirs\n${theirs}`);
    expect(await texts()).toEqual(['Theirs', mine, 'Fed']);
    // Who types on has not chosen.
    await type('Note', `${mine}.`);
    await leave('Note');
    await isAsked();
    expect(kept(dataDir)?.note).toBe(theirs);
  };
  await differ('Of May', 'Of June');
  await press('Take theirs');
  await isGone();
  await waitFor(async () => expect(await texts()).toEqual(['Theirs', 'Of June', 'Fed']));
  await differ('Of July', 'Of August');
  await press('Take mine');
  await waitFor(() => expect(kept(dataDir)?.note).toBe('Of July.'));
  expect(await texts()).toEqual(['Theirs', 'Of July.', 'Fed']);

  isFull = true;
  await type('Folder', ' Debt ');
  await leave('Folder');
  await screen.findByText('Not saved: The disk is full.');
  expect(await texts()).toEqual(['Theirs', 'Of July.', ' Debt ']);
  isFull = false;
  await leave('Folder');
  await waitFor(() => expect(kept(dataDir)?.folder).toBe('Debt'));
  await waitFor(async () => expect(await texts()).toEqual(['Theirs', 'Of July.', 'Debt']));
  expect(screen.queryByText(/^Not saved/)).toBeNull();

  // What is typed while the text before is being stored.
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await type('Note', 'Stored');
  await leave('Note');
  await type('Note', 'Typed');
  resolve();
  await isHeard('Theirs\nStored');
  expect((await texts())[1]).toBe('Typed');
  await leave('Note');
  await waitFor(() => expect(kept(dataDir)?.note).toBe('Typed'));
  expect(dialog()).toBeNull();

  // It is for the item that is shown, though the text before goes to a copy.
  const other = Promise.withResolvers<void>();
  held = other.promise;
  await type('Note', 'Copied');
  changeElsewhere(dataDir, { note: 'Left' });
  await isHeard('Theirs\nLeft');
  await leave('Note');
  await type('Name', 'Later');
  other.resolve();
  await isAsked();
  await press('Keep both');
  await waitFor(async () => expect(await texts()).toEqual(['Later', 'Left', 'Debt']));
  await leave('Name');
  await waitFor(() => expect(kept(dataDir)).toMatchObject({ name: 'Later', note: 'Left' }));
  expect(storedIn(dataDir)[1]).toMatchObject({ name: 'Theirs (2)', note: 'Copied' });
});

test('where two windows change the same, theirs, mine or both stay, and closing the question loses nothing', async () => {
  windowOf(1440);
  let version: Response | undefined;
  const dataDir = folderWith(view(ID, { name: 'Debt', note: 'Old', folder: 'Rates' }));
  await openPage('/saved?sort=name', {
    dataDir,
    instead: (request) => (request.url.endsWith('/host/work-version') ? version?.clone() : undefined),
  });
  await waitFor(() => expect(names()).toEqual(['Debt']));
  // This window hears nothing.
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
    expect([kept(dataDir)?.name, offered()]).toEqual([theirs, ['', 'Take theirs', 'Take mine', 'Keep both']]);
  };
  await differ('A', 'B');
  await press('Take theirs');
  await waitFor(() => expect(names()).toEqual(['A']));
  expect([dialog(), kept(dataDir)?.revision]).toEqual([null, 2]);

  await differ('C', 'D');
  await press('Take mine');
  await waitFor(() => expect(names()).toEqual(['D']));
  expect([dialog(), kept(dataDir)?.name]).toEqual([null, 'D']);

  await differ('E', 'F');
  await press('Close');
  // What was typed is not lost.
  await screen.findByText('Rename “D”');
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('F');
  expect(kept(dataDir)?.name).toBe('E');
  await press('Cancel');
  await isGone();

  await waitFor(() => expect(names()).toEqual(['E']));
  await differ('G', 'H');
  await press('Keep both');
  await waitFor(() => expect(names()).toEqual(['G', 'H']));
  expect(storedIn(dataDir)).toMatchObject([
    { name: 'H', note: 'Old', folder: 'Rates', revision: 1 },
    { id: ID, name: 'G' },
  ]);
  // Undo takes back what this window made, and nothing of the other.
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(names()).toEqual(['G']));
  expect(kept(dataDir)?.name).toBe('G');

  changeElsewhere(dataDir, { note: 'New' });
  await inMenu('G', 'Delete');
  await isAsked();
  expect(dialog()?.textContent).toContain('You want to delete “G”, which was changed there meanwhile.');
  expect(offered()).toEqual(['', 'Keep it', 'Delete it']);
  await press('Keep it');
  await isGone();
  expect(kept(dataDir)).toMatchObject({ note: 'New', deleted_at: null });
  changeElsewhere(dataDir, { note: 'Newer' });
  await inMenu('G', 'Delete');
  await isAsked();
  await press('Delete it');
  await screen.findByText('Nothing saved yet. Ctrl-S on any screen keeps it.');
  expect(kept(dataDir)?.deleted_at).not.toBeNull();
});

test('frozen views are frozen anew with the numbers of now, those of sample data are refused by name, and a list is downloaded again', async () => {
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
  // Pictures are of what each view shows: a frozen one as of its instant.
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
  await press('Freeze anew');
  await isSaid('“Debt” frozen with the numbers of now.');
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
  // What was refused is said until the next time.
  await press('Tick Curve');
  await press('Freeze anew');
  await waitFor(() => expect(screen.queryByText(/^“Curve”: /)).toBeNull());
  await waitFor(() => expect(control('Freeze anew')?.disabled).toBe(false));
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
