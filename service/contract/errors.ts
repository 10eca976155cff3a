import { type Static, Type } from 'typebox';

/** Bodies of all answers except 200 (`service/api/README.md`, 'Statuses'). */

export const InvalidParameterCode = Type.Union([
  Type.Literal('invalid_parameter'),
  Type.Literal('invalid_token'),
  Type.Literal('expired_token'),
]);
export type InvalidParameterCode = Static<typeof InvalidParameterCode>;

/** The most wrong parameters that a 422 lists. */
export const MOST_FAULTS = 20;

export const InvalidApiKeyBody = Type.Object(
  { detail: Type.Object({ error: Type.Literal('invalid_api_key'), revoked: Type.Boolean() }) },
  {
    description: 'The key is missing, empty, invalid or revoked; `revoked` is true when it was valid before.',
  },
);

export const LimitExceededBody = Type.Object(
  {
    detail: Type.Object({
      error: Type.Union([Type.Literal('minute_limit_exceeded'), Type.Literal('day_limit_exceeded')]),
      minute_remaining: Type.Integer({ description: 'Requests left in the current minute window' }),
      minute_reset: Type.Integer({ description: 'Seconds until the minute window resets' }),
      day_remaining: Type.Integer({ description: 'Requests left in the current daily window' }),
      day_reset: Type.Integer({ description: 'Seconds until the daily window resets' }),
    }),
  },
  { description: 'The limit per minute or per day is exceeded.' },
);

const FAULT = {
  error: InvalidParameterCode,
  parameter: Type.String({ description: 'The parameter that is wrong' }),
  message: Type.String({ description: 'What is wrong and what would be right' }),
};

export const InvalidParameterBody = Type.Object(
  {
    detail: Type.Object({
      ...FAULT,
      errors: Type.Array(Type.Object(FAULT), {
        minItems: 1,
        maxItems: MOST_FAULTS,
        description: 'All that is wrong with the parameters; the first is the one above',
      }),
    }),
  },
  { description: 'Parameters are missing or wrong.' },
);
export type InvalidParameterBody = Static<typeof InvalidParameterBody>;

export const FredErrorBody = Type.Object(
  { error_code: Type.Integer(), error_message: Type.String() },
  {
    description:
      'With `file_type=json`; else XML, `<error code="400" message="…" />`. Of the table of a graph one line of text.',
  },
);

/** 401 of the market group, 403, 404, 405, 421, 500 and 503: a sentence in `detail`. */
export const PlainBody = Type.Object({
  detail: Type.String(),
  message: Type.Optional(
    Type.String({ description: 'Of 403 to a page of another origin: what lets its pages in' }),
  ),
});
