import { Type } from 'typebox';

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const portOrNull = Type.Union([Type.Integer({ minimum: 1, maximum: 65_535 }), Type.Null()]);

/** `running.json` in the data folder of an Almanac that runs (`Instance` in `process/instances`). */
export const RunningFile = Type.Object({
  kind: Type.Union([Type.Literal('browser'), Type.Literal('desktop'), Type.Literal('service')]),
  dataDir: Type.String(),
  /** The folder itself, whatever its path: its device and its number there. */
  folder: Type.Optional(Type.String()),
  pid: Type.Integer({ minimum: 1 }),
  processStart: textOrNull,
  startedAt: Type.String(),
  pagePort: portOrNull,
  servicePort: portOrNull,
  secret: textOrNull,
  follows: Type.Optional(Type.String()),
});
