/** The door of the room: what leaves the screen. */
export { madeHeading } from '../../service/view/index.ts';
export { TakeAwayMenu } from './take-away-menu.tsx';
