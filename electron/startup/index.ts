/** The door of the room: how long the start took, up to the first data on the screen. */
export { createStartup, type Startup, type StartupMark } from './create-startup.ts';
export { reportPath } from './report-path.ts';
