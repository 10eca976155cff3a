/** The door of the saved room: freezing what a screen shows, and proving later that it is the same. */
export type { FrozenReader } from './frozen.ts';
export { checkFrozen, freeze, frozenLines, inputsOf } from './frozen.ts';
