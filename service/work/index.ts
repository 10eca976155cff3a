/** The door of the work room: what a person has made, in work.sqlite, and the rules of saving it, wherever it is kept. */
export { openWork } from './open-work.ts';
export { checkPreferences, knownPreference, withPreferences } from './preferences.ts';
export { checkedPair } from './same-companies.ts';
export { answeredSave, binEnd, knownUntil, VERSIONS_KEPT } from './saved.ts';
export type * from './types.ts';
