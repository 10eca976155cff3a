/** The door of the saved room: freezing what a screen shows, and proving later that it is the same. */
export type { FrozenReader } from './basis.ts';
export { checkFrozen, freeze, frozenLines } from './frozen.ts';
export { inputsOf } from './inputs.ts';
