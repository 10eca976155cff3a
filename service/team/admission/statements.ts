/** SQL for keys and limits; each statement is a transaction. Windows follow the database's clock. */

const CLOCK = 'clock AS (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms)';

/** Matches this window, or the next one if the statement waited. A later one came from a wrong clock. */
const isCounted = (window: 'minute' | 'day') =>
  `u.${window} BETWEEN excluded.${window} AND excluded.${window} + 1`;
const countOf = (window: 'minute' | 'day') =>
  `CASE WHEN ${isCounted(window)} THEN u.${window}_count ELSE 0 END + excluded.${window}_count`;
const countedIn = (window: 'minute' | 'day') =>
  `${window} = CASE WHEN ${isCounted(window)} THEN u.${window} ELSE excluded.${window} END,
    ${window}_count = ${countOf(window)}`;

/** $1 hash or id · $2 minute, $3 day in ms · $4, $5 their limits · $6 requests. Refused: counts are null. */
const admit = (by: 'sha256' | 'id') => `WITH ${CLOCK},
found AS (SELECT id, role, revoked_at FROM api_key WHERE ${by} = $1),
used AS (
  INSERT INTO use_count AS u (key_id, minute, minute_count, day, day_count)
  SELECT found.id, clock.ms / $2::bigint, $6::bigint, clock.ms / $3::bigint, $6::bigint FROM found CROSS JOIN clock
  WHERE found.revoked_at IS NULL
  ON CONFLICT (key_id) DO UPDATE SET ${countedIn('minute')}, ${countedIn('day')}
  WHERE ${countOf('minute')} <= $4 AND ${countOf('day')} <= $5
  RETURNING minute, minute_count, day, day_count)
SELECT clock.ms, found.id, found.role, found.revoked_at, used.minute, used.minute_count, used.day, used.day_count
FROM clock LEFT JOIN found ON true LEFT JOIN used ON true`;

export const ADMIT_KEY = admit('sha256');
export const ADMIT_ID = admit('id');

/** Takes a key's counts back from their windows. $1 id · $2 minute · $3 day · $4 how many. */
export const TAKE_BACK = `UPDATE use_count SET
  minute_count = CASE WHEN minute = $2 THEN minute_count - $4 ELSE minute_count END,
  day_count = CASE WHEN day = $3 THEN day_count - $4 ELSE day_count END WHERE key_id = $1`;

export const COUNTS = `WITH ${CLOCK} SELECT clock.ms, minute, minute_count, day, day_count FROM use_count CROSS JOIN clock
WHERE key_id = $1`;

/** Writes like an admission, since reading works on a standby, on a full disk or without the right. */
export const TRY_COUNTING = `INSERT INTO use_count AS u (key_id, minute, minute_count, day, day_count)
SELECT '', 0, 0, 0, count(*) FROM api_key WHERE id = ''
ON CONFLICT (key_id) DO UPDATE SET day_count = excluded.day_count`;

export const AUTHENTICATE = 'SELECT id, role, revoked_at FROM api_key WHERE sha256 = $1';

export const AUTHENTICATE_ID = 'SELECT id, role, revoked_at FROM api_key WHERE id = $1';

const COLUMNS = 'id, label, role, last4, created_at, last_used_at, last_client, revoked_at, for_fred';

/** $1 ms of a minute · $2 ms of a day. */
export const LIST = `WITH ${CLOCK} SELECT ${COLUMNS},
  coalesce(CASE WHEN u.day = clock.ms / $2::bigint THEN u.day_count END, 0) AS today,
  coalesce(CASE WHEN u.minute = clock.ms / $1::bigint THEN u.minute_count END, 0) AS this_minute
FROM api_key CROSS JOIN clock LEFT JOIN use_count AS u ON u.key_id = api_key.id ORDER BY created_at, id`;

/** $1 id, label, hash, last four, $5 time, role, user, audit id, $9 for FRED. No row if the id is taken. */
export const CREATE = `WITH made AS (
  INSERT INTO api_key (id, label, sha256, last4, created_at, role, for_fred) VALUES ($1, $2, $3, $4, $5, $6, $9)
  ON CONFLICT (id) DO NOTHING RETURNING id, label, role)
INSERT INTO audit (id, at, who, what, detail)
SELECT $8, $5, $7, 'key created', id || ' ' || role || ' ' || label FROM made RETURNING at`;

/** $1 id · $2 time · $3 user · $4 audit id. Changes nothing for an unknown or a revoked key. */
export const REVOKE = `WITH gone AS (
  UPDATE api_key SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id, label)
INSERT INTO audit (id, at, who, what, detail) SELECT $4, $2, $3, 'key revoked', id || ' ' || label FROM gone`;

export const FIND = `SELECT ${COLUMNS} FROM api_key WHERE id = $1`;

/** $1 a JSON array of `{"id", "at", "client"}`. */
export const NOTE = `UPDATE api_key
SET last_used_at = greatest(last_used_at, use.at), last_client = coalesce(use.client, last_client)
FROM json_to_recordset($1::json) AS use(id text, at text, client text) WHERE api_key.id = use.id`;

/** $1 name · $2 value, stored if there is none yet. */
export const MAKE_SECRET = 'INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
export const READ_SECRET = 'SELECT value FROM secret WHERE name = $1';
