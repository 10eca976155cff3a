/** The door of the work room: what a person has made, in work.sqlite. */
export { openWork } from './open-work.ts';
export type * from './types.ts';
