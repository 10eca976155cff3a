/** How a number on the screen was computed, and where its observations come from. */
export { ExplainPanel } from './explain-panel.tsx';
export { numberNode } from './explanation-text.ts';
export { ExplainableSentence, NumberPanel, sentenceText } from './number-tree.tsx';
export { pickNumber } from './pick-number.ts';
