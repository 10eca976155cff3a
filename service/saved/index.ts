/** Freezes the view of a screen, and proves later that its numbers are the same. */
export { checkFrozen, type FrozenReader, freeze, frozenLines, inputsOf } from './frozen.ts';
