import { type Static, Type } from 'typebox';

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
