import { dateText } from '../calendar/dates.ts';
import { lastDays } from '../calendar/freshness.ts';
import type { Headline } from '../contract/brief.ts';
import { DATASETS, type Dataset, findSeries } from '../datasets/index.ts';
import { STATES } from '../datasets/states.ts';
import { sumOfAreas } from '../series-math/brief/sum-of-areas.ts';
import type { Reader } from '../store/index.ts';

/** How many days up to the newest one: 26 to 90 observations, what a small chart can show. */
const DAYS = { Daily: 120, Weekly: 500, Monthly: 1900 };
const DAYS_OF_STATES = 26 * 7;

/** @returns the last observations of the headline of each dataset; of a dataset by state, the sum of all states. Lists have none. */
export function headlineValues(reader: Pick<Reader, 'columns' | 'holdings'>): Headline[] {
  const holdings = reader.holdings();
  return DATASETS.filter(({ kind }) => kind === 'observations').map((dataset) => {
    const holding = holdings.find((one) => one.dataset === dataset.id);
    const last = holding && lastDays(holding).get(dataset.headline);
    const values = last === undefined ? [] : lastValues(reader, dataset, last);
    return {
      id: `${dataset.id}.${dataset.headline}`,
      observations: values.map(({ day, value }) => ({ date: dateText(day), value })),
    };
  });
}

function lastValues(reader: Pick<Reader, 'columns'>, dataset: Dataset, last: number) {
  const { id, headline, byState } = dataset;
  const frequency = findSeries(id, headline)?.frequency ?? 'Monthly';
  const columns = reader.columns({
    dataset: id,
    codes: [headline],
    from: last - (byState ? DAYS_OF_STATES : DAYS[frequency]),
    to: last,
  });
  if (byState) return sumOfAreas(columns, Object.keys(STATES).length);
  const [{ days, values } = { days: [], values: [] }] = columns;
  return Array.from(days, (day, at) => ({ day, value: values[at] as string }));
}
