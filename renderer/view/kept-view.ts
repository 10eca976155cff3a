import { pickViewSearch, type ViewSearch } from '../../service/view/index.ts';

/** In session storage: each window has its own last view, which ends with the window. */
const KEY = 'almanac-last-view';
let last: ViewSearch | undefined;

/** Remembers what Explore shows, so that it shows the same when somebody comes back to it. */
export function keepView(search: ViewSearch): void {
  last = search;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(search));
  } catch {
    // Storage is full or forbidden: then the view is remembered until the page is reloaded.
  }
}

/** @returns what Explore showed last in this window; `undefined` where it has not been open yet. */
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
