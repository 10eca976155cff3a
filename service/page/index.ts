/** The door of the page's files: what a browser gets of the built app, from the host's gateway or from a node of a team. */
export { answerPage } from './answer-page.ts';
export { contentType } from './content-type.ts';
export { markedForTeam, type PageFiles, readPageFiles } from './page-files.ts';
export { secure } from './security-headers.ts';
