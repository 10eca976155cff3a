import type { FastifyInstance } from 'fastify';
import {
  answers,
  expectValid,
  KEY_IN_HEADER,
  marketCaller,
  notAuthenticated,
  querySchema,
  refusals,
  type Site,
} from '../../api/index.ts';
import { ABOUT_PATH, TeamAbout } from '../../contract/team.ts';
import type { TeamFeed } from './open-feed.ts';

/** Names the team and what the key may do. It does not count as a request. */
export function addAbout(app: FastifyInstance, site: Site, feed: TeamFeed): void {
  const schema = {
    operationId: 'get_team_about',
    tags: ['Team' as const],
    summary: 'Which team answers here, and what the key may do',
    description: 'Any role. Does not count against the limits of the key.',
    security: KEY_IN_HEADER,
    querystring: querySchema({}),
    response: {
      200: answers('The team and the key', { json: { schema: TeamAbout } }),
      ...refusals({ 401: 'NotAuthenticated', 403: 'Forbidden', 422: 'InvalidParameter' }),
    },
  };
  app.get(ABOUT_PATH, { schema, attachValidation: true }, async (request, reply) => {
    const caller = await marketCaller(site, request);
    expectValid(request);
    const key = await feed.keyOf(caller.id);
    if (!key) throw notAuthenticated(false);
    const about: TeamAbout = { team: feed.teamId, version: feed.version(), ...key };
    return reply.header('Cache-Control', 'no-store').send(about);
  });
}
