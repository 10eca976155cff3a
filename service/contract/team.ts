import { type Static, Type } from 'typebox';
import { VaultState } from './access.ts';
import { orNull } from './schema.ts';

/** Path of the change feed, without the prefix of the API. Only the nodes of a team have it. */
export const CHANGES_PATH = '/changes';
/** Names the team at an address, and the rights of a key there. Only the nodes of a team have it. */
export const ABOUT_PATH = '/team/v1/about';
/** Folder in the data folder with a copy of each team's data: `teams/<id>/data.sqlite`. */
export const TEAMS_FOLDER = 'teams';

/** The rights of a key in a team's Almanac. Each role includes the roles before it. */
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

/** The team that a desktop follows. The key travels only over the channel, not in argv, env or a file. */
export const FollowedTeam = Type.Object({ address: Type.String(), key: Type.String() });
export type FollowedTeam = Static<typeof FollowedTeam>;

/** State of a desktop's copy. */
export const FollowState = Type.Union([
  /** The first copy or newer data are being pulled. */
  Type.Literal('catching up'),
  /** The copy equals the data that the team had at its last answer. */
  Type.Literal('current'),
  /** The team does not answer; the copy stays in use. */
  Type.Literal('offline'),
  /** The team answers, but the copy cannot follow until a person does what `reason` asks. */
  Type.Literal('refused'),
]);
export type FollowState = Static<typeof FollowState>;

export const TeamState = Type.Union([
  Type.Object({ follows: Type.Literal(false) }),
  Type.Object({
    follows: Type.Literal(true),
    address: Type.String(),
    team: Type.String(),
    /** The version of the team's data that this computer has, and the newest that the team named. */
    version: Type.Integer(),
    head: Type.Integer(),
    state: FollowState,
    /** When `state` began, and when the team last answered: ISO 8601, UTC. */
    since: Type.String(),
    lastAnswer: Type.Union([Type.String(), Type.Null()]),
    /** One line: why the state is 'offline' or 'refused', and the remedy. */
    reason: Type.Optional(Type.String()),
  }),
]);
export type TeamState = Static<typeof TeamState>;

/** Whether a load balancer may send requests. Fields other than `status` are only for a team's node. */
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

/** Source of this computer's data: its own folder, or a team's Almanac. The page never gets the key. */

/** Valid values of the setting `team`. Plain HTTP only on this computer, where nobody can read the key. */
export const TEAM_ADDRESS = String.raw`^(https://[^/?#@\s\\]+|http://(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?)?$`;

export const TeamChoice = Type.Object({
  /** As in the setting; '' for the data of this computer. */
  address: Type.String(),
  /** 'lost': the key was stored but cannot be read now. */
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

/** Answer of `check-team`: the team at the address. Nothing was stored. */
export const CheckedTeam = Type.Object({ address: Type.String(), about: TeamAbout });
export type CheckedTeam = Static<typeof CheckedTeam>;
