import { IconChartLine } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { todayText } from '../../service/calendar/today.ts';
import {
  asksOf,
  pickViewSearch,
  resolveRange,
  type ViewSearch,
  viewSearch,
} from '../../service/view/index.ts';
import { loadAhead, preferencesOutside } from '../api/index.ts';
import { asNewChart } from '../frame/index.ts';
import type { ScreenDefinition, ShortcutGroup } from '../frame/types.ts';
import { heldRange } from '../range/index.ts';
import { keptView, parseView } from '../view/index.ts';

/** The keys of Explore and its parts, for the sheet under '?'. */
const EXPLORE_SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Explore',
    shortcuts: [
      { keys: [['Ctrl', 'Shift', 'A']], does: 'Search the series on the left' },
      { keys: [['F']], does: 'The chart alone, and back', action: 'chart:alone' },
      { keys: [['S']], does: 'Fold or unfold the series on the left', action: 'chart:picker' },
      { keys: [['Alt', 'G']], does: 'Go to a date: the crosshair moves there' },
      {
        keys: [['Alt', 'R']],
        does: 'Back to the range before the zoom, then to all of it',
        mouse: 'Double-click the chart',
      },
      { keys: [['Ctrl', 'Z']], does: 'Undo', action: 'chart:undo' },
      {
        keys: [
          ['Ctrl', 'Shift', 'Z'],
          ['Ctrl', 'Y'],
        ],
        does: 'Do it again',
        action: 'chart:redo',
      },
      {
        keys: [
          ['Alt', 'ArrowLeft'],
          ['Alt', 'ArrowRight'],
        ],
        does: 'Move the focused line of the legend',
      },
    ],
  },
  {
    title: 'In the tree of series',
    isOfPart: true,
    shortcuts: [
      { keys: [['ArrowUp'], ['ArrowDown']], does: 'Move' },
      { keys: [['ArrowRight'], ['ArrowLeft']], does: 'Unfold and fold' },
      { keys: [[' '], ['Enter']], does: 'Show or remove the series' },
      { keys: [['Home'], ['End']], does: 'The first or last line' },
      { keys: [['A…Z']], does: 'Go to what begins so' },
    ],
  },
  {
    title: 'On the chart',
    isOfPart: true,
    shortcuts: [
      { keys: [['ArrowLeft'], ['ArrowRight']], does: 'Move the crosshair by one observation' },
      {
        keys: [
          ['Ctrl', 'ArrowLeft'],
          ['Ctrl', 'ArrowRight'],
        ],
        does: 'By ten',
      },
      { keys: [['Home'], ['End']], does: 'To the first or last observation' },
      { keys: [['Enter']], does: 'Explain the number at the crosshair', mouse: 'Click' },
      {
        keys: [['+'], ['-']],
        does: 'Zoom in or out',
        mouse: 'Drag, or the wheel (with Ctrl where the screen scrolls)',
      },
      {
        keys: [
          ['Shift', 'ArrowLeft'],
          ['Shift', 'ArrowRight'],
        ],
        does: 'Move the range',
      },
      {
        keys: [['M']],
        does: 'Measure: from the crosshair here to where M is pressed again',
        mouse: 'Drag with Shift',
      },
      { keys: [['Escape']], does: 'Leave the measure, the crosshair, then the zoom' },
      { keys: [['1'], ['9']], does: 'Units, from levels (1) to the natural log (9)' },
      { keys: [['0']], does: 'Index' },
      { keys: [['['], [']']], does: 'The preset range before or after' },
      { keys: [['Alt', 'L']], does: 'Logarithmic axis', action: 'chart:log' },
      { keys: [['Alt', 'P']], does: 'Index, and back' },
    ],
  },
  {
    title: 'In the table',
    isOfPart: true,
    shortcuts: [
      { keys: [['ArrowUp'], ['ArrowDown'], ['PageUp'], ['PageDown']], does: 'Move through the rows' },
      { keys: [['ArrowLeft'], ['ArrowRight']], does: 'The next column' },
      { keys: [['Home'], ['End']], does: 'The first or last row' },
      { keys: [[' ']], does: 'Select the row, or not' },
      {
        keys: [
          ['Shift', 'ArrowUp'],
          ['Shift', 'ArrowDown'],
        ],
        does: 'Select',
      },
      { keys: [['Enter']], does: 'Explain the value', mouse: 'Double-click' },
      { keys: [['Ctrl', 'C']], does: 'Copy, for a spreadsheet' },
      { keys: [['Ctrl', 'A']], does: 'Select all' },
      { keys: [['Escape']], does: 'Select nothing' },
    ],
  },
];

/** Series over time: chart and table. */
export const EXPLORE_SCREEN: ScreenDefinition<'/explore', ViewSearch> = {
  path: '/explore',
  title: 'Explore',
  icon: IconChartLine,
  words: 'chart series table',
  goKey: 'E',
  shortcuts: EXPLORE_SHORTCUTS,
  readSearch: pickViewSearch,
  initialSearch: (client) =>
    keptView() ?? viewSearch(asNewChart(parseView({}).view, preferencesOutside(client).values())),
  prepare: loadView,
  load: async () => (await import('./explore-screen.tsx')).ExploreScreen,
};

/** Begins to load what the chart of an address shows, while the code of the screen is loaded. */
function loadView(search: ViewSearch, client: QueryClient): void {
  const { view } = parseView(search);
  void loadAhead(client, (catalog) =>
    asksOf(view, resolveRange(view.range, heldRange(view, catalog)), todayText()),
  );
}
