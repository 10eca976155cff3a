/** What a person has made, in work.sqlite, and the rules of saving it, wherever it is kept. */
export { checkedPair, openWork, type Work } from './open-work.ts';
export { checkPreferences, knownPreference, withPreferences } from './preferences.ts';
export { answeredSave, binEnd, knownUntil, VERSIONS_KEPT } from './saved.ts';
