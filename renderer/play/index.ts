/** The door of the room: a history that plays by itself. */
export { PlayControl, usePlayer } from './player.tsx';
