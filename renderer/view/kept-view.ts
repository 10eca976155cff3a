import { pickViewSearch, type ViewSearch } from '../../service/view/index.ts';

/** Of this window alone, and as long as it: two windows show two things. */
const KEY = 'almanac-last-view';
let last: ViewSearch | undefined;

/** Remembers what Explore shows, so that coming back to it by whatever way shows the same. */
export function keepView(search: ViewSearch): void {
  last = search;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(search));
  } catch {
    // Full or forbidden: then it is remembered until the page is loaded anew.
  }
}

/** @returns what Explore showed last in this window; `undefined` where it was not open yet. */
export function keptView(): ViewSearch | undefined {
  last ??= storedView();
  return last;
}

function storedView(): ViewSearch | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null ? pickViewSearch({ ...kept }) : undefined;
  } catch {
    return undefined;
  }
}
