import { findDataset } from '../../service/datasets/index.ts';
import { isStateCode } from '../../service/datasets/states.ts';

/** The numbers shown: changes from earlier observations, those observations, or changes in percent. */
export const SHOWN_NUMBERS = ['changes', 'values', 'percent'] as const;
export type ShownNumbers = (typeof SHOWN_NUMBERS)[number];

/**
 * `dataset`: its id; `date`: show the newest observations up to this day (absent: the newest); `state`: for a
 * dataset by state; `show`: changes (the default), values or percent.
 */
export type ReleaseSearch = {
  dataset?: string | undefined;
  date?: string | undefined;
  state?: string | undefined;
  show?: ShownNumbers | undefined;
};

/** Reads the search parameters; drops invalid ones. */
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
