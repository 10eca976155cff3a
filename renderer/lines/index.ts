/** The door of the room: the lines of a view as chart and table draw them, and the days that it shows. */
export { chartSeries, finestOf, tableSeries } from './shown-series.ts';
export { useRange } from './use-range.ts';
