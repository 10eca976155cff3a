/** The door of the room: what a host may ask of the service over its channel, and what the service asks of its host. */
export { type ControlCaller, createControlCaller, tellBug } from './control-calls.ts';
export { fillWithSample, makeAskedSample } from './sample-data.ts';
export { serviceDiagnostics } from './service-diagnostics.ts';
