/** The border of the room: what the page and people ask of the data, but for the API itself. */
export { type Calls, type CallsParts, createCalls, type WorkContext } from './create-calls.ts';
export { explanationCalls } from './explanation-calls.ts';
export { fillWithSample, lacksSample, makeAskedSample } from './sample-data.ts';
export type { FollowedShared } from './shared-calls.ts';
