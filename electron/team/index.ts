/** A team's Almanac as the host sees it: who is there, and whether this computer follows it. */
export { createDataFrom, type DataFrom } from './data-from.ts';
export { createOutgoingNotes } from './outgoing-notes.ts';
