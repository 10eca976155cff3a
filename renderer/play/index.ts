/** The door of the room: a history that plays by itself. */
export { PlayControl } from './play-control.tsx';
export { usePlayer } from './use-player.ts';
