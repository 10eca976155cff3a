import { cadenceText } from '../../service/series-math/frequency.ts';
import type { DateRange } from '../api/index.ts';
import type { Line } from '../lines/index.ts';
import type { Heading } from '../view/index.ts';

/** So many lines are named; of more the legend tells. */
const MOST_NAMED = 3;

/** @returns title and subtitle as they are where a person has given none: the lines; their units, frequencies and days. */
export function madeHeading(lines: readonly Line[], range: DateRange): Required<Heading> {
  const shown = lines.filter(({ hidden }) => !hidden);
  const names = shown.map(({ title }) => title);
  const others = names.length - 1;
  const units = new Set(shown.map(({ unitText }) => unitText));
  const cadences = new Set(shown.map(({ cadence }) => cadenceText(cadence)));
  return {
    title: names.length > MOST_NAMED ? `${names[0]} and ${others} more` : names.join(' and '),
    subtitle: [...units, ...cadences, `${range.from} to ${range.to}`]
      .filter((part) => part !== '')
      .join(' · '),
  };
}
