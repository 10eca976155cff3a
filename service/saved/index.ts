/** The door of the saved room: freezing what a screen shows, and proving later that it is the same. */
export { checkFrozen, type FrozenReader, freeze, frozenLines, inputsOf } from './frozen.ts';
