import { expect, test } from 'vitest';
import { chartCommand } from '../../../renderer/chart/use-chart-keys.ts';
import { viewAfterKey } from '../../../renderer/explore/chart-actions.ts';
import { pressedKeyText, shortcutGroups } from '../../../renderer/frame/shortcut-list.ts';
import { SCREENS } from '../../../renderer/screens.ts';
import { gridCommand } from '../../../renderer/table/grid-keys.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';

function press(keys: readonly string[]) {
  const key = keys.at(-1) as string;
  return {
    key,
    ctrlKey: keys.includes('Ctrl'),
    metaKey: false,
    shiftKey: keys.includes('Shift'),
    altKey: keys.includes('Alt'),
  };
}

const GROUPS = shortcutGroups(SCREENS);
const combinations = (title: string) =>
  GROUPS.find((group) => group.title === title)?.shortcuts.flatMap(({ keys }) => keys) ?? [];

test('the chart knows each key on the sheet', () => {
  const { view } = parseView({ series: 'yields.US10Y', range: '1Y' });
  for (const keys of combinations('On the chart')) {
    const pressed = press(keys);
    expect([keys, chartCommand(pressed) ?? viewAfterKey(view, pressed)]).not.toContain(undefined);
  }
  expect(combinations('On the chart').length).toBeGreaterThan(15);
});

test('the table knows each key on the sheet', () => {
  const at = { place: 3, column: 1, count: 10, columns: 2, rowsInSight: 5 };
  for (const keys of combinations('In the table')) {
    const pressed = press(keys);
    const key = pressed.ctrlKey ? pressed.key.toLowerCase() : pressed.key;
    expect([keys, gridCommand({ ...pressed, key }, at)]).not.toContain(undefined);
  }
});

test('keys have the names that are printed on them', () => {
  expect(['Ctrl', 'Alt', 'ArrowUp', ' ', 'K'].map((key) => pressedKeyText(key, false))).toEqual([
    'Ctrl',
    'Alt',
    '↑',
    'Space',
    'K',
  ]);
  expect(['Ctrl', 'Alt'].map((key) => pressedKeyText(key, true))).toEqual(['⌘', '⌥']);
});

test('no key is listed twice in a group', () => {
  for (const { title } of GROUPS) {
    const told = combinations(title).map((keys) => keys.join('+'));
    expect(new Set(told).size).toBe(told.length);
  }
});
