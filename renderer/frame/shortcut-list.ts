import { ACTIONS, type Action } from '../../service/contract/actions.ts';
import type { ScreenDefinition, Shortcut, ShortcutGroup } from './types.ts';

const LIST = Object.entries<Action>(ACTIONS);

const searchShortcuts = (hasGuide: boolean): ShortcutGroup => ({
  title: 'In the search',
  needsFocus: true,
  shortcuts: [
    { keys: [['ArrowUp'], ['ArrowDown']], does: 'Another result' },
    { keys: [['Enter']], does: 'Take the result' },
    {
      keys: [['Shift', 'Enter']],
      does: 'Add a series to the chart of Explore; on Explore: begin a new chart with it',
    },
    { keys: [['Alt', 'N']], does: 'Give the result a name of your own' },
    { keys: [['>']], does: 'At the beginning: actions only' },
    { keys: [['=']], does: 'At the beginning: a formula of the chart’s series' },
    ...(hasGuide ? [{ keys: [['?']], does: 'At the beginning: the guide only' }] : []),
  ],
});

/** @returns the groups of the '?' sheet. @param isWindow true in the desktop window, whose menus have keys */
export function shortcutGroups(
  screens: readonly ScreenDefinition[],
  isWindow = false,
): readonly ShortcutGroup[] {
  const groups: readonly ShortcutGroup[] = [
    { title: 'Anywhere', shortcuts: keysWhere(undefined) },
    {
      title: 'Go to a screen: G, then a letter',
      shortcuts: screens.flatMap(({ title, path, goKey }) =>
        goKey === undefined ? [] : [{ keys: [['G', goKey]], does: title, action: screenAction(path) }],
      ),
    },
    searchShortcuts(screens.some(({ places }) => places !== undefined)),
    { title: 'On screens with Take away', shortcuts: keysWhere('taking') },
    ...screens.flatMap(({ shortcuts }) => shortcuts),
  ];
  return isWindow ? [...groups, { title: 'In the menus of the window', shortcuts: menuShortcuts() }] : groups;
}

function keysWhere(where: Action['where']): Shortcut[] {
  return LIST.flatMap(([action, { title, keys, ...one }]) =>
    keys && one.where === where ? [{ keys, does: title, action }] : [],
  );
}

function menuShortcuts(): Shortcut[] {
  const screens: Shortcut = {
    keys: [
      ['Ctrl', '1'],
      ['Ctrl', '9'],
    ],
    does: 'The first to the ninth screen',
  };
  const named = LIST.flatMap(([action, { title, menuKeys }]) =>
    menuKeys ? [{ keys: [menuKeys], does: title, action }] : [],
  );
  return [...named, screens];
}

export const screenAction = (path: string): string => `screen:${path}`;

/** @returns each action's first key, by the action's id. */
export function keysOfActions(groups: readonly ShortcutGroup[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    groups.flatMap(({ shortcuts }) =>
      shortcuts.flatMap(({ action, keys: [first] }) => (action && first ? [[action, first] as const] : [])),
    ),
  );
}

/** @returns the groups reduced to lines that contain all words of a query in text, keys or group title. */
export function foundShortcuts(groups: readonly ShortcutGroup[], query: string): ShortcutGroup[] {
  const words = query.toLowerCase().split(/\s+/);
  return groups
    .map((group) => ({
      ...group,
      shortcuts: group.shortcuts.filter(({ does, mouse, keys }) => {
        const text = `${does} ${mouse ?? ''} ${keys.flat().join(' ')} ${group.title}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  Escape: 'Esc',
  ' ': 'Space',
  '-': '−',
};

export function pressedKeyText(key: string, isMac: boolean): string {
  if (isMac && key === 'Ctrl') return '⌘';
  if (isMac && key === 'Alt') return '⌥';
  return NAMES[key] ?? key;
}
