/** The door of the room: what a number on the screen was made of, and where that came from. */
export { ExplainPanel } from './explain-panel.tsx';
export { pickNumber } from './pick-line.ts';
