export {
  type Calls,
  type CallsParts,
  createCalls,
  type FollowedShared,
  fillWithSample,
  lacksSample,
  makeAskedSample,
  type WorkContext,
} from './create-calls.ts';
export { explanationCalls } from './explanation-calls.ts';
