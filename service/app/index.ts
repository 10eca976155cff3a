/** The border of the app's room: what the page asks of the service beside the API, and who may ask it. */

export { vaultKeys } from './access-handlers.ts';
export { followedAtStart } from './follow-team.ts';
export { type App, type AppOptions, type AppService, openApp } from './open-app.ts';
export type { PagePort } from './page-port.ts';
