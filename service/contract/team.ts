import { type Static, Type } from 'typebox';

/** What a desktop and the nodes of a team tell each other and the page. */

/** Path of the change feed, without the prefix of the API. Only the nodes of a team have it. */
export const CHANGES_PATH = '/changes';
/** Says which team answers at an address, and what a key may do there. Only the nodes of a team have it. */
export const ABOUT_PATH = '/team/v1/about';
/** The folder, within the data folder, that has a folder for the copy of each team: `teams/<id>/data.sqlite`. */
export const TEAMS_FOLDER = 'teams';

/** What a key may do with a team's Almanac. Each may do what those before it may. */
export const TeamRole = Type.Union([Type.Literal('read'), Type.Literal('publish'), Type.Literal('admin')]);

/** Answer of `ABOUT_PATH`. */
export const TeamAbout = Type.Object({
  team: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    description: 'The team, whatever its address is',
  }),
  name: Type.Optional(Type.String({ description: 'What people call it' })),
  version: Type.Integer({ minimum: 0, description: 'The newest version of its data that this node has' }),
  role: TeamRole,
  key_name: Type.String({ description: 'The label of the key' }),
});
export type TeamAbout = Static<typeof TeamAbout>;

/** The team whose data a desktop shows. The key goes over the channel to the service only: never into argv, environment or a file. */
export const FollowedTeam = Type.Object({
  /** `https://data.example.org`; plain HTTP is for this computer only. */
  address: Type.String(),
  key: Type.String(),
});
export type FollowedTeam = Static<typeof FollowedTeam>;

/** How the copy of a desktop stands. */
export const FollowState = Type.Union([
  /** Data are on their way: the first copy, or what is newer. */
  Type.Literal('catching up'),
  /** The copy has what the team had when it answered last. */
  Type.Literal('current'),
  /** The team does not answer; the copy goes on. */
  Type.Literal('offline'),
  /** The team answers, and the copy cannot follow until a person does what `reason` says. */
  Type.Literal('refused'),
]);
export type FollowState = Static<typeof FollowState>;

/** Answer of the call and the action `team-state`. */
export const TeamState = Type.Union([
  Type.Object({ follows: Type.Literal(false) }),
  Type.Object({
    follows: Type.Literal(true),
    address: Type.String(),
    team: Type.String(),
    /** The team's version of the data that this computer has, and the newest that the team told of. */
    version: Type.Integer(),
    head: Type.Integer(),
    state: FollowState,
    /** When `state` began, and when the team answered last: ISO 8601, UTC. */
    since: Type.String(),
    lastAnswer: Type.Union([Type.String(), Type.Null()]),
    /** One line: why it is offline or refused, and what to do. */
    reason: Type.Optional(Type.String()),
  }),
]);
export type TeamState = Static<typeof TeamState>;
