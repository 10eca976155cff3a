/** The door of the room: what Explore shows, as a value and as a URL. */
export { viewOfApiUrl } from './api-url.ts';
export {
  addFormula,
  addSeries,
  changeStyle,
  editFormula,
  formulaId,
  hasSeries,
  lineCount,
  moveLine,
  removeFormula,
  removeSeries,
  slotLetter,
  toggleHidden,
  toggleSeries,
} from './change-view.ts';
export { type Heading, headingText, LONGEST_HEADING } from './heading.ts';
export { keepView, keptView } from './kept-view.ts';
export {
  LINE_TYPES,
  type LineId,
  type LineStyle,
  type LineType,
  LONGEST_AVERAGE,
  MOST_SERIES,
  type ShownFormula,
  type ShownSeries,
  type View,
} from './types.ts';
export { parseView, pickViewSearch, type ViewSearch, viewSearch } from './view-search.ts';
