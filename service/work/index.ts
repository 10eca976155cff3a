/** The door of the work room: what a person has made, in work.sqlite, and the rules by which it is merged wherever it is kept. */
export { answeredSave, binEnd, knownUntil, VERSIONS_KEPT } from './merged-item.ts';
export { openWork } from './open-work.ts';
export { checkPreferences, knownPreference, withPreferences } from './preferences.ts';
export { checkedPair } from './same-companies.ts';
export type * from './types.ts';
