/** Exports, images, copied programs, links and citations. */

export type { MeasureText } from './chart-image.ts';
export { type ChartImage, chartImage, escaped, IMAGE_FACE, type ImageWords } from './chart-image.ts';
export { ExportRun, useExport } from './export-run.tsx';
export { imageWords, provenanceOf, provenanceOfView } from './image-words.ts';
export { SeriesExportDialog } from './series-export-dialog.tsx';
export { tableMarkup } from './table-markup.ts';
export { TakeAway, TakeAwayMenu } from './take-away-base.tsx';
export { canvasMeasure, firstChart, pngOf } from './use-chart-image.ts';
