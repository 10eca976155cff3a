/** The door of the keys room: API keys, their use and their limits. */

export {
  checkedLabel,
  isFredKey,
  KEY_BEGINNING,
  keyHash,
  newFredKey,
  newKey,
  newKeyId,
  unknownKey,
} from './api-key.ts';
export { openKeys } from './open-keys.ts';
export * from './types.ts';
export { DAY_MS, exceededBy, MINUTE_MS, quotaOf, RATE_LIMIT_POLICY } from './usage.ts';
