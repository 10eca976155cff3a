export type { FollowedShared } from './create-calls.ts';
export {
  type Calls,
  type CallsParts,
  createCalls,
  fillWithSample,
  lacksSample,
  makeAskedSample,
  type WorkContext,
} from './create-calls.ts';
export { explanationCalls } from './explanation-calls.ts';
