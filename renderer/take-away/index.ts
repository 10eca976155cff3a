/** The door of the room: exports, images, copied programs, links and citations. */
export { madeHeading } from '../../service/view/index.ts';
export type { ImageWords } from './chart-image.ts';
export { type Provenance, provenanceOf } from './provenance.ts';
export { SeriesExportDialog } from './series-export-dialog.tsx';
export { tableMarkup } from './table-markup.ts';
export { TakeAway } from './take-away-base.tsx';
export { TakeAwayMenu } from './take-away-menu.tsx';
