/** The door of the room: what leaves the screen. */
export { citation } from './provenance.ts';
export { TakeAwayMenu } from './take-away-menu.tsx';
