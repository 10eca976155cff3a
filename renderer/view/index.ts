/** The door of the room: what Explore shows, as a value and as a URL (`service/view`), and the ways to change it. */
export { viewOfApiUrl } from './api-url.ts';
export { captionOf, lastChange, standingOf, wholeValue } from './caption.ts';
export {
  addAllSeries,
  addFormula,
  addSeries,
  changeStyle,
  editFormula,
  hasSeries,
  lineCount,
  moveLine,
  removeLine,
  repeatLine,
  toggleHidden,
  toggleSeries,
} from './change-view.ts';
export { fredIds, isSavedFredGraph, viewOfFredUrl } from './fred-url.ts';
export {
  addressPath,
  addressSearch,
  canShowThen,
  keptAddress,
  openingAddress,
  withoutInstant,
} from './item-address.ts';
export { keepView, keptView } from './kept-view.ts';
export { noteShown, openItem, setOpenItem, useOpenItem } from './open-item.ts';
export { parseView } from './parse-view.ts';
