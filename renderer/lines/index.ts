/** The lines of a view as chart and table draw them, and the days that the view shows. */
export { chartSeries, finestOf, tableSeries, useRange } from './shown-series.ts';
