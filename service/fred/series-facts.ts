import type { DataFacts } from '../api/index.ts';
import { dateText } from '../calendar/dates.ts';
import { seriesTitle } from '../datasets/series-choice.ts';
import type { SeasonalAdjustment } from '../datasets/types.ts';
import { cadenceOf, cadenceText } from '../series-math/frequency.ts';
import type { FredSeries } from './fred-series.ts';
import { type RealTime, realTimeFacts } from './real-time.ts';
import type { FredFacts } from './written.ts';

const ADJUSTMENTS: Readonly<Record<SeasonalAdjustment, string>> = {
  SA: 'Seasonally Adjusted',
  NSA: 'Not Seasonally Adjusted',
  SAAR: 'Seasonally Adjusted Annual Rate',
};

/**
 * @param held first and last day as known at the end of the period. @returns what FRED says of a series, in its order. Title, units and notes
 * are Almanac's; nobody counts how popular a series is here, so that is 0.
 */
export function seriesFacts(
  one: FredSeries,
  held: { first: number; last: number },
  time: RealTime,
  data: DataFacts,
): FredFacts {
  const { id, dataset, series, choice, scale } = one;
  const units = titled(scale?.unit ?? series.unit);
  return {
    id,
    ...realTimeFacts(time),
    title: seriesTitle(choice),
    observation_start: dateText(held.first),
    observation_end: dateText(held.last),
    // FRED writes 'Weekly, Ending Saturday', 'Weekly, As of Wednesday'.
    frequency: cadenceText(cadenceOf(dataset)).replace(/, ./, (start) => start.toUpperCase()),
    frequency_short: series.frequency.slice(0, 1),
    units,
    units_short: scale ? units : series.unitShort,
    seasonal_adjustment: ADJUSTMENTS[series.seasonalAdjustment],
    seasonal_adjustment_short: series.seasonalAdjustment,
    last_updated: updatedText(data.updatedAt(dataset.id)),
    popularity: 0,
    notes: notesOf(one, data),
  };
}

/** @param instant ISO 8601, UTC. @returns it as FRED writes it, with the hours that it is ahead of UTC: '2026-11-20 13:30:05+00'. */
export function updatedText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)}+00`;
}

function notesOf({ dataset, series }: FredSeries, data: DataFacts): string {
  const sample = data.origin(dataset.id) === 'sample' ? ['SAMPLE DATA, made up by Almanac.'] : [];
  return [...sample, series.description, `Source: ${dataset.publisher}, ${dataset.source.name}.`].join(' ');
}

/** @returns 'Thousands of Persons'. */
function titled(unit: string): string {
  return unit.replaceAll(/\b(?!(?:of|per)\b)[a-z]/g, (letter) => letter.toUpperCase());
}
