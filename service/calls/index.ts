/** The door of the room: answers to the calls that a host makes to the service over its channel. */
export { type ControlCaller, createControlCaller, tellBug } from './control-calls.ts';
export { explanationCalls } from './explanation-calls.ts';
export { fillWithSample, lacksSample, makeAskedSample } from './sample-data.ts';
export { serviceDiagnostics } from './service-diagnostics.ts';
export type { FollowedShared } from './shared-calls.ts';
