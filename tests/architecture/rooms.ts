/** Where a file stands: its house, and the room in it. */

export type Place = { house: string; room: string };

/** @param file path from the project's root */
export function placeOf(file: string): Place {
  const [house = '', second = '', third] = file.split('/');
  return { house, room: third === undefined ? house : `${house}/${second}` };
}

/** Rooms whose every file is an entry: the words that all share, the arithmetic, the kit of the formats, and the small things of a process. */
const OPEN_ROOMS = new Set([
  'service/calendar',
  'service/contract',
  'service/datasets',
  'service/process',
  'service/series-math',
  'service/sources',
  'tests/support',
]);

/** @returns whether a file of another room may import `file`: the room's index, its types, or any file of an open room; a room may have a second one inside. */
export function isEntry(file: string): boolean {
  const { house, room } = placeOf(file);
  return house === room || OPEN_ROOMS.has(room) || /^[^/]+\/[^/]+\/([^/]+\/)?(index|types)\.tsx?$/.test(file);
}
