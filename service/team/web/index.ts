/** The door of what a node serves to people with a browser: the app, sign-in, their saved work, and what the team shares. */
export { openFollowedShared } from './followed-shared.ts';
export { openTeamWeb, type TeamWeb, type TeamWebOptions } from './open-web.ts';
