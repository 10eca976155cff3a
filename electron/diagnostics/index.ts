/** The door of the room: the log of host and service, and the report that a person copies when something is wrong. */
export { learnSecrets } from './known-secrets.ts';
export { type Log, openLog } from './log.ts';
export { type DescribeHost, openDiagnostics } from './open-diagnostics.ts';
