import { todayText } from '../../service/calendar/today.ts';
import { readView, type View, type ViewSearch } from '../../service/view/index.ts';

/**
 * Reads the URL of this page, today. What it says wrongly is replaced by what is usual, and said in `problems`, each one
 * sentence or two: a bad link never fails.
 */
export function parseView(search: ViewSearch): { view: View; problems: readonly string[] } {
  const { view, problems } = readView(search, todayText());
  return { view, problems: problems.map(({ said }) => said) };
}
