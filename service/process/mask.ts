/**
 * No key leaves Almanac in a log, an error or a report: the one place that knows what a key looks like. Names are judged by
 * substring, as Jupyter does with the addresses it logs; a name that is masked in vain costs a reader little.
 */

const SECRET_NAME = '(?:key|token|auth|secret|code|sig|passw|passphrase|credential|cookie|userid)';
// Bounded, so that no line is slow to look through.
const NAME = `[\\w.-]{0,40}${SECRET_NAME}[\\w.-]{0,40}`;
/** Of fields, without `code:` and `signal:`, which errors have. */
const FIELD_NAME =
  '[\\w.-]{0,40}(?:key|token|auth|secret|passw|passphrase|credential|cookie|userid)[\\w.-]{0,40}';
const HIDDEN = '…';

/** Our own keys, wherever they stand, also percent-encoded or followed by anything. */
const OWN_KEY = /alm(?:_|%5f)[\w%-]*…?/gi;
/** `//user:password@` of an address. */
const USER_INFO = /(\/\/)[^\s/?#@"'<>]+@/g;
/** `?api_key=…`, `&sig=…`, `#t=…` (the login token of browser mode). */
const PARAMETER = new RegExp(`([?&;#])(${NAME}|t)=[^\\s&;#"'<>]+`, 'gi');
/** The same where an address stands in another one: `%3Fapi_key%3D…`, encoded once or more often. */
const ENCODED_PARAMETER = new RegExp(
  `(%(?:25)*(?:3f|26|3b|23)|[?&;#])(${NAME}|t)%(?:25)*3d(?:(?!%(?:25)*(?:26|3b|23))[^\\s&;#"'<>])+`,
  'gi',
);
/** OAuth's `state=` is a secret; ours is a list of states such as `state=CA,NY`. */
const STATE = /([?&;#]state=)(?![a-z]{2}(?:(?:,|%2c)[a-z]{2})*(?![\w%.,~-]))[^\s&;#"'<>]+/gi;
/** A quotation mark, also one that is itself within a quoted text. */
const QUOTE = '\\\\{0,8}["\'`]';
/** Text in quotation marks, to its end where they are not closed: it may have been cut. */
const QUOTED = ['"', "'", '`']
  .flatMap((mark) => [`\\\\{1,8}${mark}[^${mark}]*${mark}?`, `${mark}(?:[^${mark}\\\\]|\\\\[^])*${mark}?`])
  .join('|');
/** `Authorization: Bearer …`, `X-API-Key: …`, `"registrationkey": "…"`, `apiKey: '…'`: a header, JSON, or what `inspect` prints. */
const FIELD = new RegExp(
  `((?:${QUOTE})?${FIELD_NAME}(?:${QUOTE})?\\s*:\\s*)(?:${QUOTED}|(?:(?:bearer|basic|apikey)\\s+)?[\\w+/=~.%-]{12,})`,
  'gi',
);
/** `['X-API-Key', '…']`: a header as a pair. */
const PAIR = new RegExp(`(${QUOTE}${FIELD_NAME}${QUOTE}\\s*,\\s*)(?:${QUOTED})`, 'gi');
/** `registrationkey=…` of a form, `key='…'`, `key = "…"`. */
const ASSIGNED = new RegExp(
  `((?:^|[^\\w.%-])${FIELD_NAME}(?:=|\\s{0,4}=\\s{0,4}(?=${QUOTE})))(?:${QUOTED}|[^\\s&;"'\`<>\\\\]+)`,
  'gim',
);
/** `ALMANAC_KEY_BLS=…`: a variable of the environment, or a word of a command line. */
const VARIABLE = /\b([A-Z][A-Z0-9_]{0,40}(?:KEY|TOKEN|SECRET|PASS)[A-Z0-9_]{0,40}=)[^\s"']+/g;
/** `--bls-key …`. */
const OPTION = new RegExp(
  `((?:^|\\s)--[\\w-]{0,40}(?:key|token|secret|passw|passphrase)[\\w-]{0,40}[= ])(?:${QUOTED}|[^\\s"'-][^\\s"']{7,})`,
  'gim',
);
const BEARER = /\b(bearer|basic)\s+[\w+/=~.-]{8,}/gi;

/** Parameters whose values may stand in a log; of all others only the name does. */
const HARMLESS = new Set(['series', 'date_from', 'date_to', 'state', 'format', 'limit', 'offset']);
const LONGEST = 300;

/**
 * @returns `text` (a line of a log, an error with its stack, an address) without anything that is or may be a key: API keys, user
 *   information and secret parameters of addresses, credentials of headers, fields and variables that are called so.
 */
export function maskSecrets(text: string): string {
  return text
    .replace(OWN_KEY, `alm_${HIDDEN}`)
    .replace(USER_INFO, `$1${HIDDEN}@`)
    .replace(PARAMETER, `$1$2=${HIDDEN}`)
    .replace(ENCODED_PARAMETER, `$1$2%3D${HIDDEN}`)
    .replace(STATE, `$1${HIDDEN}`)
    .replace(BEARER, `$1 ${HIDDEN}`)
    .replace(FIELD, `$1${HIDDEN}`)
    .replace(PAIR, `$1${HIDDEN}`)
    .replace(ASSIGNED, `$1${HIDDEN}`)
    .replace(VARIABLE, `$1${HIDDEN}`)
    .replace(OPTION, `$1${HIDDEN}`);
}

/** @returns a request target for the log: keys and tokens masked wherever they stand, control characters out, cut to length. */
export function maskTarget(target: string): string {
  const [path = '', ...rest] = target.split('?');
  const query = rest.join('?');
  const masked = maskPath(path) + (query === '' ? '' : `?${query.split('&').map(maskPair).join('&')}`);
  return masked.length > LONGEST ? `${masked.slice(0, LONGEST)}…` : masked;
}

/** What is long and has letters and digits is a ticket or a key of somebody; names of series are words. */
const OPAQUE = /^(?=.*\d)(?=.*[a-z])[\w-]{32,}$/i;

function maskPath(path: string): string {
  const parts = maskPart(path).split(/([/=,])/);
  return parts.map((part) => (OPAQUE.test(part) ? HIDDEN : part)).join('');
}

function maskPair(pair: string): string {
  const at = pair.indexOf('=');
  const name = at < 0 ? pair : pair.slice(0, at);
  if (at < 0) return maskPart(name);
  return `${maskPart(name)}=${HARMLESS.has(decoded(name)) ? maskPart(pair.slice(at + 1)) : HIDDEN}`;
}

/** A part that decodes to something with a key in it is left out whole. */
function maskPart(part: string): string {
  const plain = decoded(part);
  if (plain.toLowerCase().includes('alm_')) return HIDDEN;
  return part.replace(/[^\x21-\x7e]/g, '?');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Not percent-encoded text: what stands there is what it is.
    return text;
  }
}
