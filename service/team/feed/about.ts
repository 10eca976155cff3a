import * as Type from 'typebox';
import { ABOUT_PATH, TeamAbout } from '../../contract/team.ts';
import { type ApiRoute, marketCaller, notAuthenticated, openQuery, type RawQuery } from '../../http/index.ts';
import type { TeamFeed } from './open-feed.ts';

const query = Type.Object({});

/** @returns the route by which a desktop or a page learns which team this is, and whether its key is good. Not counted. */
export function aboutRoute(feed: TeamFeed): ApiRoute {
  return {
    path: ABOUT_PATH,
    operation: {
      id: 'get_team_about',
      tag: 'Team',
      summary: 'Which team answers here, and what the key may do',
      description: 'Any role. Does not count against the limits of the key.',
      answer: { description: 'The team and the key', json: { schema: TeamAbout } },
      refusals: { '401': 'NotAuthenticated', '403': 'Forbidden', '422': 'InvalidParameter' },
    },
    security: ['keyInHeader'],
    query,
    open(site) {
      const check = openQuery(query, this, site.routes);
      return async (request, reply) => {
        const caller = await marketCaller(site, request);
        check(request.query as RawQuery);
        const key = await feed.keyOf(caller.id);
        if (!key) throw notAuthenticated(false);
        const about: TeamAbout = { team: feed.teamId, version: feed.version(), ...key };
        reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8');
        return reply.send(JSON.stringify(about));
      };
    },
  };
}
