/** Finding series, choosing them, naming them. */
export { usePinned, useRecent } from './kept-series.ts';
export { sparkPath } from './latest-value.tsx';
export {
  findActions,
  firstActions,
  isNamed,
  matchingActions,
  type SearchAction,
  type SearchResult,
} from './search-actions.ts';
export { SearchList } from './search-list.tsx';
export { SeriesPicker } from './series-picker.tsx';
export { isExactCode, nothingFound, SeriesSearch, seriesResult, useSeriesFinds } from './series-search.tsx';
export { FULL_TEXT } from './texts.ts';
