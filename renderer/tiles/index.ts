/** The door of the room: boards as saved items, where their tiles stand, and how other rooms add a tile. */
export { useAddToBoard } from './add-to-board.tsx';
export * from './board-items.ts';
export { savedFileName, savedFileText } from './item-file.ts';
export * from './places.ts';
export { copyOf, TEMPLATES, type Template } from './templates.ts';
export { CARDS, TemplatesList } from './templates-list.tsx';
export { type ChartTile, chartTile, rangeOfText, tileRangeText } from './tile-range.ts';
export { useEmptyBoard } from './use-empty-board.ts';
