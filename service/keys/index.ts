/** The door of the keys room: nothing else in this folder is imported from outside. */
export { openKeys } from './open-keys.ts';
export type * from './types.ts';
export { DAY_LIMIT, MINUTE_LIMIT } from './windows.ts';
