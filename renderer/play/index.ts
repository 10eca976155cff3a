/** A history that plays by itself. */
export { PlayControl, usePlayer } from './player.tsx';
