/** The app's name to the system: of its package, and by which Windows knows whose a notification is. Never changed. */
export const APP_ID = 'app.almanac.desktop';
