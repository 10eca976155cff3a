/** The door of the room: finding series, choosing them, naming them. */
export { usePinned } from './kept-series.ts';
export { sparkPath } from './latest-value.tsx';
export type { SearchAction } from './search-actions.ts';
export { SeriesPicker } from './series-picker.tsx';
export { SeriesSearch } from './series-search.tsx';
