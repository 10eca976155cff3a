/** The door of the room: exports, images, copied programs, links and citations. */
export { madeHeading } from '../../service/view/index.ts';
export { TakeAwayMenu } from './take-away-menu.tsx';
