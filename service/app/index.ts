/** The app's room: the actions that the page uses beside the API, and the check of who may use them. */

export { vaultKeys } from './access-handlers.ts';
export { followedAtStart } from './follow-team.ts';
export { type App, type AppOptions, type AppService, openApp } from './open-app.ts';
