import Type, { type Static } from 'typebox';

/**
 * `POST /host/startup-marks`, once for each load of the page: when the page first painted anything, and when the first data
 * stood on the screen. Milliseconds since 1970, as `performance.timeOrigin` counts them.
 */
export const StartupMarks = Type.Object(
  {
    first_paint: Type.Number({ minimum: 0 }),
    data_visible: Type.Number({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type StartupMarks = Static<typeof StartupMarks>;
