import type { ScreenDefinition, ShortcutGroup } from './types.ts';

const ANYWHERE: ShortcutGroup = {
  title: 'Anywhere',
  shortcuts: [
    { keys: [['Ctrl', 'K']], does: 'Find a series, a screen or an action' },
    { keys: [['Ctrl', 'S']], does: 'Save what the screen shows' },
    { keys: [['?']], does: 'Show these shortcuts' },
    { keys: [['Escape']], does: 'Close what is open' },
  ],
};

/** @returns what the sheet under '?' shows: the keys that work everywhere, then those of each screen. */
export function shortcutGroups(screens: readonly ScreenDefinition[]): readonly ShortcutGroup[] {
  return [ANYWHERE, ...screens.flatMap(({ shortcuts }) => shortcuts)];
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

/** @returns the label of a key. @param key `KeyboardEvent.key` */
export function keyName(key: string, isMac: boolean): string {
  if (isMac && key === 'Ctrl') return '⌘';
  if (isMac && key === 'Alt') return '⌥';
  return NAMES[key] ?? key;
}
