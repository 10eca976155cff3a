import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { type MenuItem, menuTemplate } from '../../../electron/desktop/index.ts';
import { chartActions } from '../../../renderer/explore/chart-actions.ts';
import { keysOfActions, shortcutGroups } from '../../../renderer/frame/shortcut-list.ts';
import type { ShortcutGroup } from '../../../renderer/frame/types.ts';
import { SCREENS } from '../../../renderer/screens.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { ACTIONS, type Action } from '../../../service/contract/actions.ts';
import { WindowAction } from '../../../service/contract/desktop.ts';
import { readProject, type SourceFile } from '../../architecture/tree.ts';

const SHEET = shortcutGroups(SCREENS, true);
const LIST: Readonly<Record<string, Action>> = ACTIONS;
const OF_SCREENS = SCREENS.flatMap(({ shortcuts }): readonly ShortcutGroup[] => shortcuts);
const EVERYWHERE = shortcutGroups(SCREENS).filter((group) => !OF_SCREENS.includes(group));
const told = (groups: readonly ShortcutGroup[]): string[] =>
  groups.flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys.map((one) => one.join('+'))));
const twice = (keys: readonly string[]): string[] => keys.filter((key, i) => keys.indexOf(key) !== i);

describe('the sheet', () => {
  test('names only actions that exist', () => {
    const { view } = parseView({ series: 'yields.US10Y' });
    const nothing = () => undefined;
    const layout = { isAlone: false, toggleAlone: nothing, isPickerOpen: true, togglePicker: nothing };
    const ofChart = chartActions(
      view,
      { change: nothing, newChart: () => view, undo: nothing, redo: nothing },
      layout as never,
    );
    const known = [
      ...Object.keys(LIST),
      ...SCREENS.map(({ path }) => `screen:${path}`),
      ...ofChart.map(({ id }) => id),
    ];
    const named = SHEET.flatMap(({ shortcuts }) => shortcuts.flatMap(({ action }) => action ?? []));
    expect(named.filter((id) => !known.includes(id))).toEqual([]);
    expect(named.length).toBeGreaterThan(15);
    expect(keysOfActions(SHEET).get('chart:undo')).toEqual(['Ctrl', 'Z']);
    expect(keysOfActions(SHEET).get('screen:/yields')).toEqual(['G', 'Y']);
  });

  test('has the keys of every action of the list', () => {
    const keys = told(SHEET);
    for (const { keys: own = [], menuKeys } of Object.values(LIST))
      for (const one of [...own, ...(menuKeys ? [menuKeys] : [])]) expect(keys).toContain(one.join('+'));
  });

  test('has no key twice on a screen, in a part of it or in the menus', () => {
    const whole = EVERYWHERE.filter(({ needsFocus }) => !needsFocus);
    for (const { shortcuts } of SCREENS) {
      const groups: readonly ShortcutGroup[] = shortcuts;
      const screen = [...whole, ...groups.filter(({ needsFocus }) => !needsFocus)];
      // G is the first key of the shortcuts to screens.
      expect(told(screen)).not.toContain('G');
      expect(twice(told(screen))).toEqual([]);
      // Escape may leave a part and also close something.
      for (const part of groups.filter(({ needsFocus }) => needsFocus))
        expect(twice([...told(whole), ...told([part])]).filter((key) => key !== 'Escape')).toEqual([]);
    }
    expect(twice(told(SHEET.filter(({ title }) => /menus/.test(title)).concat(whole)))).toEqual([]);
  });

  test('gives every screen a letter of its own', () => {
    const letters = SCREENS.flatMap(({ goKey }: { goKey?: string }) => goKey ?? []);
    expect(twice(letters)).toEqual([]);
    expect(letters.filter((letter) => !/^[A-Z,]$/.test(letter))).toEqual([]);
    expect(letters).toEqual(expect.arrayContaining(['E', 'M', 'Y', 'C', 'D', 'A']));
    expect(letters).not.toContain('G');
  });
});

describe('the menus of the window', () => {
  const nothing = () => undefined;
  const acts = new Proxy({}, { get: () => nothing }) as never;
  const screens = SCREENS.map(({ path, title }) => ({ path, title }));
  const flat = (items: readonly MenuItem[]): MenuItem[] =>
    items.flatMap((item) => [item, ...flat(item.submenu ?? [])]);
  const items = flat(
    menuTemplate(
      {
        ...{ isMac: false, hasDeveloperTools: false, theme: 'auto', hasTray: false, tellsNews: false },
        ...{ hasDownload: true, hasApi: true, offer: { screens, actions: [] } },
      },
      acts,
    ),
  ).filter(({ id }) => id !== undefined);

  test('consist of actions of the list and of screens, with the same names and keys', () => {
    for (const { id = '', label, accelerator } of items) {
      const screen = SCREENS.find(({ path }) => `go${path.replaceAll('/', '-')}` === id);
      if (screen) {
        expect(label).toBe(screen.title);
        continue;
      }
      const { menu, menuKeys, keys } = LIST[id] ?? {};
      expect([id, menu]).toEqual([id, label]);
      expect(accelerator?.replace('CmdOrCtrl', 'Ctrl')).toBe((menuKeys ?? keys?.[0])?.join('+'));
    }
    const inMenus = Object.keys(LIST).filter((id) => LIST[id]?.menu !== undefined);
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(inMenus));
  });
});

describe('actions of the window', () => {
  test('are in the list, so that the palette can say what they do', () => {
    for (const id of WindowAction.enum) expect(LIST[id]?.words).toMatch(/\w/);
  });
});

describe('the keys that the page listens for', () => {
  const files = readProject().files.filter(
    ({ path, text }) =>
      /^renderer\/.*\.tsx?$/.test(path) &&
      /keydown|onKeyDown|KeyboardEvent|useHotkeys|usePlainKeys/.test(text),
  );

  test('are on the sheet', () => {
    for (const file of files) {
      const screen = SCREENS.find(({ path }) => file.path.startsWith(`renderer${path}/`));
      const groups = screen ? [...EVERYWHERE, ...screen.shortcuts] : SHEET;
      const keys = new Set(told(groups).map((one) => one.split('+').at(-1) || '+'));
      const missing = keysIn(file).filter((key) => !keys.has(key));
      expect([file.path, missing]).toEqual([file.path, []]);
    }
    expect(files.flatMap(keysIn).length).toBeGreaterThan(80);
  });

  test('are found in the source, however they are written', () => {
    const source = (text: string) => keysIn({ text, program: parseSync('one.ts', text).program });
    expect(source("useHotkeys([['mod+shift+J', run]]);")).toEqual(['J']);
    expect(source("usePlainKeys({ '[': run, q: run, escape: run });")).toEqual(['[', 'Q', 'Escape']);
    expect(source("if (event.key === 'j' || key !== 'F2') run();")).toEqual(['J', 'F2']);
    expect(source("switch (event.key.toLowerCase()) { case 'home': case 'k': run(); }")).toEqual([
      'Home',
      'K',
    ]);
    expect(source('const STEPS = { ArrowLeft: -1 }; STEPS[event.key];')).toEqual(['ArrowLeft']);
    expect(source("const kind = 'j';")).toEqual([]);
  });
});

const NAMED = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Enter|Escape|Delete|F\d{1,2})$/i;

/** @returns the keys for which a file listens, without modifiers, as the sheet writes them */
function keysIn({ program, text }: Pick<SourceFile, 'program' | 'text'>): string[] {
  const found: string[] = [];
  const take = (word: unknown) => {
    if (typeof word !== 'string') return;
    if (NAMED.test(word)) found.push(canonical(word));
    // = is the key of + without Shift.
    else if ([...word].length === 1) found.push(word === '=' ? '+' : word.toUpperCase());
  };
  const isKey = (node: ESTree.Node) => /\bkey\b(\.toLowerCase\(\))?$/.test(text.slice(node.start, node.end));
  const literal = (node: ESTree.Node | null): unknown => (node?.type === 'Literal' ? node.value : undefined);
  const nameOf = (node: ESTree.Node): unknown => (node.type === 'Identifier' ? node.name : literal(node));
  new Visitor({
    BinaryExpression: ({ left, right }: ESTree.BinaryExpression) => {
      if (isKey(left)) take(literal(right));
    },
    SwitchStatement: ({ discriminant, cases }: ESTree.SwitchStatement) => {
      if (isKey(discriminant)) for (const one of cases) take(literal(one.test));
    },
    Property: ({ key }: { key: ESTree.Node }) => {
      const name = String(nameOf(key));
      if (name === canonical(name)) take(name);
    },
    CallExpression: ({ callee, arguments: [first] }: ESTree.CallExpression) => {
      if (nameOf(callee) === 'usePlainKeys' && first?.type === 'ObjectExpression')
        for (const one of first.properties) if (one.type === 'Property') take(nameOf(one.key));
      if (nameOf(callee) !== 'useHotkeys' || first?.type !== 'ArrayExpression') return;
      for (const one of first.elements)
        if (one?.type === 'ArrayExpression')
          take(
            String(literal(one.elements[0] ?? null))
              .split('+')
              .at(-1),
          );
    },
  }).visit(program as ESTree.Program);
  return [...new Set(found)];
}

/** 'arrowleft' → 'ArrowLeft'; '' for a word that is not a named key. */
function canonical(word: string): string {
  if (!NAMED.test(word)) return '';
  return word
    .toLowerCase()
    .replace(/^(arrow|page)?(.)/, (_, first = '', letter) => cap(first) + letter.toUpperCase());
}

const cap = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
