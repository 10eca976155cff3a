import { findDataset } from '../../service/datasets/index.ts';
import { isStateCode } from '../../service/datasets/states.ts';

/** What the columns show: changes from the earlier observations, these observations, or the changes in percent of them. */
export const SHOWN_NUMBERS = ['changes', 'values', 'percent'] as const;
export type ShownNumbers = (typeof SHOWN_NUMBERS)[number];

/**
 * `dataset` by its id; `date`: the newest observation on or before it, without it the newest; `state` of a dataset by state;
 * `show`: changes, values or percent, without it changes.
 */
export type ReleaseSearch = {
  dataset?: string | undefined;
  date?: string | undefined;
  state?: string | undefined;
  show?: ShownNumbers | undefined;
};

/** Reads the search parameters; what means nothing is left out. */
export function readReleaseSearch({ dataset, date, state, show }: Record<string, unknown>): ReleaseSearch {
  const text = (value: unknown) => (value === undefined ? undefined : String(value));
  const found = { dataset: text(dataset), date: text(date), state: text(state) };
  const isObserved = found.dataset !== undefined && findDataset(found.dataset)?.kind === 'observations';
  return {
    ...(isObserved && { dataset: found.dataset }),
    ...(found.date !== undefined && { date: found.date }),
    ...(found.state !== undefined && isStateCode(found.state) && { state: found.state }),
    ...(SHOWN_NUMBERS.some((one) => one === show) &&
      show !== SHOWN_NUMBERS[0] && { show: show as ShownNumbers }),
  };
}
