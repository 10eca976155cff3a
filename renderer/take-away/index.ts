/** The door of the room: what leaves the screen. */
export { madeHeading } from './made-heading.ts';
export { TakeAwayMenu } from './take-away-menu.tsx';
