/** The border of the page's files: what a browser gets of the built app, from this computer or from a node of a team. */
export { contentType } from './content-type.ts';
export { openPageFiles, pageFolder } from './page-files.ts';
export { type PathKind, pathKind, pathOf, targetOf } from './path-kind.ts';
