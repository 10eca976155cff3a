/** The door of the room: what is held, and how it came here. */
export { DataScreen } from './data-screen.tsx';
