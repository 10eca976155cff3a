import { latestDayText } from '../../service/calendar/today.ts';
import { readView, type View, type ViewSearch } from '../../service/view/index.ts';

/** Reads Explore's URL. Invalid parts become the default, each with a sentence or two in `problems`. */
export function parseView(search: ViewSearch): { view: View; problems: readonly string[] } {
  const { view, problems } = readView(search, latestDayText());
  return { view, problems: problems.map(({ message }) => message) };
}
