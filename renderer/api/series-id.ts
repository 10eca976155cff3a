import { isStateCode } from '../../service/contract/states.ts';
import { findDataset, findSeries } from '../../service/datasets/index.ts';
import type { SeriesChoice, SeriesId } from './types.ts';

/** @returns `dataset.code` or `dataset.code.STATE`: the identity of a choice in URLs and caches. */
export function seriesId(choice: SeriesChoice): SeriesId {
  return choice.area === ''
    ? `${choice.dataset}.${choice.code}`
    : `${choice.dataset}.${choice.code}.${choice.area}`;
}

/** @returns the choice that an id names, or `undefined` where the catalogue has no such series or the state is no state. */
export function parseSeriesId(text: string): SeriesChoice | undefined {
  const [dataset = '', code = '', area = '', ...more] = text.split('.');
  const found = findSeries(dataset, code);
  if (more.length > 0 || found === undefined) return undefined;
  // Constituents are lists of one day: no series over time that a chart could show.
  if (findDataset(dataset)?.historyFrom === null) return undefined;
  const hasState = dataset === 'ui_state_weekly_claims';
  if (hasState !== (area !== '') || (area !== '' && !isStateCode(area))) return undefined;
  return { dataset, code, area };
}
