import { type Static, Type } from 'typebox';
import { VaultState } from './access.ts';
import { orNull } from './schema.ts';

/** Path of the change feed, without the prefix of the API. Only the nodes of a team have it. */
export const CHANGES_PATH = '/changes';
/** Says which team answers at an address, and what a key may do there. Only the nodes of a team have it. */
export const ABOUT_PATH = '/team/v1/about';
/** The folder, within the data folder, that has a folder for the copy of each team: `teams/<id>/data.sqlite`. */
export const TEAMS_FOLDER = 'teams';

/** What a key may do with a team's Almanac. Each may do what those before it may. */
export const TeamRole = Type.Union([Type.Literal('read'), Type.Literal('publish'), Type.Literal('admin')]);

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
export const FollowedTeam = Type.Object({ address: Type.String(), key: Type.String() });
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

/** Whether a balancer may send requests to a service, for it and for people. All but `status` is of a team's node only. */
export const Readiness = Type.Object({
  status: Type.Union([Type.Literal('ready'), Type.Literal('not_ready')]),
  reason: Type.Optional(Type.String({ description: 'Why it is not ready' })),
  version: Type.Optional(Type.Integer({ description: "The team's version of the data that it has" })),
  lag_seconds: Type.Optional(
    Type.Union([Type.Number(), Type.Null()], {
      description: "Seconds since it was last known to have the team's newest data; null if it never was",
    }),
  ),
  engine: Type.Optional(
    Type.Union([Type.Literal('reachable'), Type.Literal('away')], {
      description: "Whether the team's database answers",
    }),
  ),
});
export type Readiness = Static<typeof Readiness>;

/** Where this computer's data come from: its own folder, or a team's Almanac. The host answers the page; the key never goes back to it. */

/** What the setting `team` takes. Plain HTTP is for this computer only: elsewhere the key could be read on its way. */
export const TEAM_ADDRESS = String.raw`^(https://[^/?#@\s\\]+|http://(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?)?$`;

export const TeamChoice = Type.Object({
  /** As the setting; '' for the data of this computer. */
  address: Type.String(),
  /** 'lost': it was kept, and cannot be read now. */
  key: Type.Enum(['absent', 'present', 'lost']),
  last4: orNull(Type.String()),
  /** Why the key cannot be read; null if it can, or if there is none. */
  message: orNull(Type.String()),
  vault: VaultState,
});
export type TeamChoice = Static<typeof TeamChoice>;

/** `POST /host/check-team` and `POST /host/follow-team`. */
export const TeamRequest = Type.Object({
  address: Type.String({ maxLength: 1_000 }),
  key: Type.String({ minLength: 1, maxLength: 400 }),
});
export type TeamRequest = Static<typeof TeamRequest>;

/** Answer of `check-team`: who is there. Nothing was stored. */
export const CheckedTeam = Type.Object({ address: Type.String(), about: TeamAbout });
export type CheckedTeam = Static<typeof CheckedTeam>;
