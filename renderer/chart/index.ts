/** The door of the room: series drawn over time. */
export { axisLabel, planAxes } from './axes.ts';
export { barFill } from './bar-pattern.tsx';
export { type ChartMarkup, chartMarkup } from './chart-markup.ts';
export { type CursorValue, valuesAt } from './cursor.ts';
export { useDashedLines } from './dashed-lines.ts';
export { OverviewStrip } from './overview-strip.tsx';
export { letterColour, type Scheme, seriesColour, seriesDash } from './palette.ts';
export type { LineLook } from './plot-layer.tsx';
export { SeriesSwatch } from './series-swatch.tsx';
export { TimeChart } from './time-chart.tsx';
export type { ChartSeries } from './types.ts';
