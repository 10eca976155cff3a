/** Boards as saved items, where their tiles stand, and how other rooms add a tile. */
export { useAddToBoard } from './add-to-board.tsx';
export * from './board-items.ts';
export * from './places.ts';
export { CARDS, copyOf, TEMPLATES, type Template, TemplatesList } from './templates.tsx';
