/** Charts of series over time. */

export { axisLabel, dateTickLabels, dateTicks, planAxes, roundAxis } from './axes.ts';
export { type ChartMarkup, chartMarkup } from './chart-markup.ts';
export { type CursorValue, createSharedDay, valuesAt } from './cursor.ts';
export { areaPath, linePath, runsOf } from './line-path.ts';
export { OverviewStrip } from './overview-strip.tsx';
export { letterColour, type Scheme, seriesColour, seriesDash, textOn } from './palette.ts';
export { type PlotAxis, PlotFrame } from './plot-frame.tsx';
export { type LineLook, recessionRects } from './plot-layer.tsx';
export { barFill, SeriesSwatch, useDashedLines } from './series-swatch.tsx';
export { chartNotes } from './summary.ts';
export { axisWidth } from './tick-labels.ts';
export { TimeChart } from './time-chart.tsx';
export type { ChartSeries, SharedDay } from './types.ts';
export { type PlotArea, useBoxSize } from './use-plot.ts';
