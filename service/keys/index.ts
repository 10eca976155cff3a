/** The door of the keys room: API keys, their use and their limits. */

export { DAY_LIMIT, MINUTE_LIMIT } from '../contract/names.ts';
export { isFredKey } from './fred-key.ts';
export { openKeys } from './open-keys.ts';
export type * from './types.ts';
