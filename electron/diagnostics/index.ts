/** The log of host and service, and the report that a person copies when something is wrong. */
export { type Log, noteFailures, openHostLog, openLog } from './log.ts';
export { type DescribeHost, openDiagnostics } from './open-diagnostics.ts';
