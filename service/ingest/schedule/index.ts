/** The door of the schedule: when publishers release, and the refreshes that follow. */
export { freshnessOf, nextReleaseOf } from './freshness.ts';
export { openSchedule, type Schedule } from './open-schedule.ts';
export { type RefreshSettings, readRefreshSettings } from './settings-file.ts';
