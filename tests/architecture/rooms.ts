/** The place of a file: its house, and the room in it. */

export type Place = { house: string; room: string };

/** @param file path from the project's root */
export function placeOf(file: string): Place {
  const [house = '', second = '', third] = file.split('/');
  return { house, room: third === undefined ? house : `${house}/${second}` };
}

/** Other rooms may import every file of these rooms, not only the index. */
const OPEN_ROOMS = new Set([
  'service/calendar',
  'service/contract',
  'service/datasets',
  'service/process',
  'service/series-math',
  'service/sources',
  'tests/support',
]);

/** @returns whether other rooms may import `file`: an index, its types, or any file of an open room. */
export function isEntry(file: string): boolean {
  const { house, room } = placeOf(file);
  return house === room || OPEN_ROOMS.has(room) || /^[^/]+\/[^/]+\/([^/]+\/)?(index|types)\.tsx?$/.test(file);
}
