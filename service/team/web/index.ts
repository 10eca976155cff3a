export { openFollowedShared } from './followed-shared.ts';
export { openTeamWeb, type TeamWeb, type TeamWebOptions } from './open-web.ts';
