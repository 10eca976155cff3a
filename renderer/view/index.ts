/** Explore's view as a value and as a URL (`service/view`), and functions that change it. */
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
export {
  addressPath,
  addressSearch,
  canShowInstant,
  keepView,
  keptAddress,
  keptView,
  noteShown,
  openItem,
  openingAddress,
  setOpenItem,
  useOpenItem,
  withoutInstant,
} from './open-item.ts';
export { parseView } from './parse-view.ts';
export { fredIds, isSavedFredGraph, viewOfApiUrl, viewOfFredUrl } from './pasted-url.ts';
