/** The person's own work in work.sqlite, and the rules for saving it there or with a team. */
export { checkedPair, openWork, type Work } from './open-work.ts';
export { checkPreferences, knownPreference, withPreferences } from './preferences.ts';
export { answeredSave, binEnd, knownUntil, VERSIONS_KEPT } from './saved.ts';
