/** The border of the page's files: what a browser gets of the built app, from this computer or from a node of a team. */
export * from './page-files.ts';
