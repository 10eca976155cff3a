/**
 * Removes keys from text for logs, errors and reports. Only this file knows what keys look like. A name is
 * secret if it contains certain words; masking a harmless value does little harm.
 */

const SECRET_NAME = '(?:key|token|auth|secret|code|sig|passw|passphrase|credential|cookie|userid)';
// The lengths are limited so that no line takes long to search.
const NAME = `[\\w.-]{0,40}${SECRET_NAME}[\\w.-]{0,40}`;
/** Names of fields: without `code` and `sig`, because errors have the fields `code:` and `signal:`. */
const FIELD_NAME =
  '[\\w.-]{0,40}(?:key|token|auth|secret|passw|passphrase|credential|cookie|userid)[\\w.-]{0,40}';
const HIDDEN = '…';

/** Almanac's own keys, at any position, even if percent-encoded or followed by other characters. */
const OWN_KEY = /alm(?:_|%5f)[\w%-]*…?/gi;
/** A key for FRED or for FRED's clients: 32 hexadecimal digits (a SHA-256 has 64). Messages may cut it. */
const FRED_KEY =
  /(?:(?<![0-9a-z])|(?<=%[0-9a-f]{2}))(?:[0-9a-f]{32}(?![0-9a-z])|(?=\d*[a-f])(?:[0-9a-f]{16,31}(?![0-9a-z])|[0-9a-f]{8,15}…))/gi;
/** `//user:password@` of an address. */
const USER_INFO = /(\/\/)[^\s/?#@"'<>]+@/g;
/** `?api_key=…`, `&sig=…`, `#t=…` (the login token of browser mode). */
const PARAMETER = new RegExp(`([?&;#])(${NAME}|t)=[^\\s&;#"'<>]+`, 'gi');
/** These parameters in an address within another address: `%3Fapi_key%3D…`, encoded once or more. */
const ENCODED_PARAMETER = new RegExp(
  `(%(?:25)*(?:3f|26|3b|23)|[?&;#])(${NAME}|t)%(?:25)*3d(?:(?!%(?:25)*(?:26|3b|23))[^\\s&;#"'<>])+`,
  'gi',
);
/** OAuth's `state=` is a secret. The API's own `state=CA,NY` is a list of states and is not masked. */
const STATE = /([?&;#]state=)(?![a-z]{2}(?:(?:,|%2c)[a-z]{2})*(?![\w%.,~-]))[^\s&;#"'<>]+/gi;
/** A quotation mark, which may be escaped because it is within quoted text. */
const QUOTE = '\\\\{0,8}["\'`]';
/** Text in quotation marks. Without a closing mark, the rest of the text, which may have been cut. */
const QUOTED = ['"', "'", '`']
  .flatMap((mark) => [`\\\\{1,8}${mark}[^${mark}]*${mark}?`, `${mark}(?:[^${mark}\\\\]|\\\\[^])*${mark}?`])
  .join('|');
/** `X-API-Key: …`, `"registrationkey": "…"`, `apiKey: '…'`: a header, JSON, or output of `inspect`. */
const FIELD = new RegExp(
  `((?:${QUOTE})?${FIELD_NAME}(?:${QUOTE})?\\s*:\\s*)(?:${QUOTED}|(?:(?:bearer|basic|apikey)\\s+)?[\\w+/=~.%-]{12,})`,
  'gi',
);
/** `['X-API-Key', '…']`: a header as a pair. */
const PAIR = new RegExp(`(${QUOTE}${FIELD_NAME}${QUOTE}\\s*,\\s*)(?:${QUOTED})`, 'gi');
/** `registrationkey=…` of a form, `key='…'`, `key = "…"`; not the placeholders of our own messages. */
const ASSIGNED = new RegExp(
  `((?:^|[^\\w.%-])${FIELD_NAME}(?:=|\\s{0,4}=\\s{0,4}(?=${QUOTE})))(?!(?:VALUE|the-one-in-next_url)\\.?(?:\\s|$))(?:${QUOTED}|[^\\s&;"'\`<>\\\\]+)`,
  'gim',
);
/** `ALMANAC_KEY_BLS=…`: an environment variable, possibly on a command line. */
const VARIABLE = /\b([A-Z][A-Z0-9_]{0,40}(?:KEY|TOKEN|SECRET|PASS)[A-Z0-9_]{0,40}=)[^\s"']+/g;
/** `--bls-key …`. */
const OPTION = new RegExp(
  `((?:^|\\s)--[\\w-]{0,40}(?:key|token|secret|passw|passphrase)[\\w-]{0,40}[= ])(?:${QUOTED}|[^\\s"'-][^\\s"']{7,})`,
  'gim',
);
const BEARER = /\b(bearer|basic)\s+[\w+/=~.-]{8,}/gi;

/** Parameters whose values are logged; of other parameters only the name is logged. */
const HARMLESS = new Set(['series', 'date_from', 'date_to', 'state', 'format', 'limit', 'offset']);
const LONGEST = 300;

/** @returns `text` (a log line, an error with its stack, an address) with all possible keys masked. */
export function maskSecrets(text: string): string {
  return text
    .replace(OWN_KEY, `alm_${HIDDEN}`)
    .replace(FRED_KEY, HIDDEN)
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

/** @returns a request target for the log: keys masked, control characters as '?', cut to 300 characters. */
export function maskTarget(target: string): string {
  const [path = '', ...rest] = target.split('?');
  const query = rest.join('?');
  const masked = maskPath(path) + (query === '' ? '' : `?${query.split('&').map(maskPair).join('&')}`);
  return masked.length > LONGEST ? `${masked.slice(0, LONGEST)}…` : masked;
}

/** A part of at least 32 letters and digits may be a ticket or a key; names of series are shorter words. */
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

/** @returns the part in printable ASCII, or `HIDDEN` if it contains a key after decoding. */
function maskPart(part: string): string {
  const plain = decoded(part);
  if (plain.toLowerCase().includes('alm_')) return HIDDEN;
  return part.replace(/[^\x21-\x7e]/g, '?');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Not valid percent-encoding: the text is taken literally.
    return text;
  }
}
