import { pickViewSearch, type ViewSearch } from '../../service/view/index.ts';

/** In session storage: each window has its own last view, which ends with the window. */
const KEY = 'almanac-last-view';
/** Holds the view until the page is reloaded, where storage is full or forbidden. */
let unstored: ViewSearch | undefined;

/** Remembers what Explore shows, so that it shows the same when somebody comes back to it. */
export function keepView(search: ViewSearch): void {
  unstored = undefined;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(search));
  } catch {
    unstored = search;
  }
}

/** @returns what Explore showed last in this window; `undefined` where it has not been open yet. */
export function keptView(): ViewSearch | undefined {
  return unstored ?? storedView();
}

function storedView(): ViewSearch | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null ? pickViewSearch({ ...kept }) : undefined;
  } catch {
    return undefined;
  }
}
