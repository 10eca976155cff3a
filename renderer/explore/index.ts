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
      shortcut('Ctrl Shift A', 'Search the series on the left'),
      shortcut('F', 'The chart alone, and back', { action: 'chart:alone' }),
      shortcut('S', 'Fold or unfold the series on the left', { action: 'chart:picker' }),
      shortcut('Alt G', 'Go to a date: the crosshair moves there'),
      shortcut('Alt R', 'Back to the range before the zoom, then to all of it', {
        mouse: 'Double-click the chart',
      }),
      shortcut('Ctrl Z', 'Undo', { action: 'chart:undo' }),
      shortcut('Ctrl Shift Z, Ctrl Y', 'Redo', { action: 'chart:redo' }),
      shortcut('Alt ArrowLeft, Alt ArrowRight', 'Move the focused line of the legend'),
    ],
  },
  {
    title: 'In the tree of series',
    needsFocus: true,
    shortcuts: [
      shortcut('ArrowUp, ArrowDown', 'Move'),
      shortcut('ArrowRight, ArrowLeft', 'Unfold and fold'),
      shortcut('Space, Enter', 'Show or remove the series'),
      shortcut('Home, End', 'The first or last line'),
      shortcut('A…Z', 'Go to the line that begins with these letters'),
    ],
  },
  {
    title: 'On the chart',
    needsFocus: true,
    shortcuts: [
      shortcut('ArrowLeft, ArrowRight', 'Move the crosshair by one observation'),
      shortcut('Ctrl ArrowLeft, Ctrl ArrowRight', 'By ten'),
      shortcut('Home, End', 'To the first or last observation'),
      shortcut('Enter', 'Explain the number at the crosshair', { mouse: 'Click' }),
      shortcut('+, -', 'Zoom in or out', {
        mouse: 'Drag, or the wheel (with Ctrl if the screen scrolls)',
      }),
      shortcut('Shift ArrowLeft, Shift ArrowRight', 'Move the range'),
      shortcut('M', 'Measure from the crosshair to where M is pressed again', {
        mouse: 'Drag with Shift',
      }),
      shortcut('Escape', 'Leave the measure, the crosshair, then the zoom'),
      shortcut('1, 9', 'Units, from levels (1) to the natural log (9)'),
      shortcut('0', 'Index'),
      shortcut('[, ]', 'The preset range before or after'),
      shortcut('Alt L', 'Logarithmic axis', { action: 'chart:log' }),
      shortcut('Alt P', 'Index, and back'),
    ],
  },
  {
    title: 'In the table',
    needsFocus: true,
    shortcuts: [
      shortcut('ArrowUp, ArrowDown, PageUp, PageDown', 'Move through the rows'),
      shortcut('ArrowLeft, ArrowRight', 'The next column'),
      shortcut('Home, End', 'The first or last row'),
      shortcut('Space', 'Select or deselect the row'),
      shortcut('Shift ArrowUp, Shift ArrowDown', 'Select'),
      shortcut('Enter', 'Explain the value', { mouse: 'Double-click' }),
      shortcut('Ctrl C', 'Copy, for a spreadsheet'),
      shortcut('Ctrl A', 'Select all'),
      shortcut('Escape', 'Clear the selection'),
    ],
  },
];

/** @param keys keys of each way to press the shortcut: 'Ctrl Shift Z, Ctrl Y' */
function shortcut(keys: string, does: string, more?: { mouse?: string; action?: string }) {
  const ways = keys.split(', ').map((way) => way.split(' ').map((key) => (key === 'Space' ? ' ' : key)));
  return { keys: ways, does, ...more };
}

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

/** Starts to load the data of an address's chart while the screen's code loads. */
function loadView(search: ViewSearch, client: QueryClient): void {
  const { view } = parseView(search);
  void loadAhead(client, (catalog) =>
    asksOf(view, resolveRange(view.range, heldRange(view, catalog)), todayText()),
  );
}
