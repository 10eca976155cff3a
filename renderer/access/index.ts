/** The door of the room: keys of other tools, and of publishers. */
export { AccessScreen } from './access-screen.tsx';
