/** The door of the keys room: API keys, their use and their limits. */

export { isFredKey, newFredKey } from './fred-key.ts';
export { checkedLabel, KEY_BEGINNING, keyHash, newKey, newKeyId, unknownKey } from './new-key.ts';
export { openKeys } from './open-keys.ts';
export * from './types.ts';
export { DAY_MS, exceededBy, MINUTE_MS, quotaOf } from './windows.ts';
