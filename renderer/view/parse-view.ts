import { latestDayText } from '../../service/calendar/today.ts';
import { readView, type View, type ViewSearch } from '../../service/view/index.ts';

/** Reads the parameters of Explore's URL. Each invalid part is replaced by its default, and `problems` says so in a sentence or two. */
export function parseView(search: ViewSearch): { view: View; problems: readonly string[] } {
  const { view, problems } = readView(search, latestDayText());
  return { view, problems: problems.map(({ said }) => said) };
}
