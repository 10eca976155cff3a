/** The room's exports: boards as saved items, the places of their tiles, and ways to add a tile. */
export { useAddToBoard } from './add-to-board.tsx';
export * from './board-items.ts';
export * from './places.ts';
export { CARDS, copyOf, TEMPLATES, type Template, TemplatesList } from './templates.tsx';
