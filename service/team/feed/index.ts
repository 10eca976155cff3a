/** The change feed: the node's side, which sends, and the desktop's side, which follows. */
import type { AddRoutes } from '../../api/index.ts';
import { addAbout, addChanges } from './changes.ts';
import type { TeamFeed } from './open-feed.ts';

export { checkedTeamAddress, type Sent } from './feed-client.ts';
export type { TeamFeed } from './open-feed.ts';
export { copyFolder, type Followed, knownTeam, openFollowed } from './open-followed.ts';

export function teamRoutes(feed: TeamFeed): AddRoutes {
  return (app, site) => {
    addAbout(app, site, feed);
    addChanges(app, site, feed);
  };
}
