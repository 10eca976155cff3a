/** The schedule: refreshes that follow publishers' releases. */
export { openSchedule, type Schedule } from './open-schedule.ts';
export { type RefreshSettings, readRefreshSettings } from './settings-file.ts';
