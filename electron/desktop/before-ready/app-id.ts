/** The id of the app for the system: of its package, and for its notifications on Windows. Never change it. */
export const APP_ID = 'app.almanac.desktop';
