/** The files of the built app for browsers, from this computer or from a node of a team. */
export * from './page-files.ts';
