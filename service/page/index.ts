/** The files of the built app for browsers, and the port that serves them. */
export * from './page-files.ts';
export * from './page-server.ts';
