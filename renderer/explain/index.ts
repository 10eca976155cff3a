/** The door of the room: how a number on the screen was computed, and where its observations come from. */
export { ExplainPanel } from './explain-panel.tsx';
export { numberNode } from './number-node.ts';
export { NumberPanel } from './number-panel.tsx';
export { pickNumber } from './pick-line.ts';
export { sentenceText, Told } from './told.tsx';
