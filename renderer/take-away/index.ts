/** The door of the room: exports, images, copied programs, links and citations. */
export { type ChartImage, chartImage, escaped, IMAGE_FACE, type ImageWords } from './chart-image.ts';
export { ExportRun } from './export-run.tsx';
export { imageWords } from './image-words.ts';
export { provenanceOf, provenanceOfView } from './provenance.ts';
export { SeriesExportDialog } from './series-export-dialog.tsx';
export { tableMarkup } from './table-markup.ts';
export { TakeAway } from './take-away-base.tsx';
export { TakeAwayMenu } from './take-away-menu.tsx';
export { canvasMeasure, firstChart, pngOf } from './use-chart-image.ts';
export { useExport } from './use-export.ts';
export type { MeasureText } from './wrap-text.ts';
