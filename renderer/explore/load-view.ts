import type { QueryClient } from '@tanstack/react-query';
import { todayText } from '../../service/calendar/today.ts';
import { asksOf, resolveRange, type ViewSearch } from '../../service/view/index.ts';
import { loadAhead } from '../api/index.ts';
import { heldRange } from '../range/index.ts';
import { parseView } from '../view/index.ts';

/** Begins to load what the chart of an address shows, while the code of the screen is loaded. */
export function loadView(search: ViewSearch, client: QueryClient): void {
  const { view } = parseView(search);
  void loadAhead(client, (catalog) =>
    asksOf(view, resolveRange(view.range, heldRange(view, catalog)), todayText()),
  );
}
