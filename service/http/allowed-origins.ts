import { Failure } from '../contract/failure.ts';
import { SETTINGS_FILE } from '../contract/names.ts';
import { readSettingsFile } from '../settings/index.ts';

/** The key of settings.json: a list of the origins whose pages may read the API, beside those of `--allow-origin`. */
const KEY = 'allowed_origins';

/**
 * @param text scheme, host and port as browsers write them (RFC 6454): 'https://example.org', 'http://localhost:3000'.
 * @returns it. @throws Failure 'wrong_usage' for anything else: '*' and 'null' name no page that can be told from others.
 */
export function checkedOrigin(text: string): string {
  const url = URL.parse(text);
  if (url && !url.hostname.includes('*') && (url.protocol === 'https:' || url.protocol === 'http:')) {
    if (url.origin === text) return text;
    if (url.username === '')
      throw new Failure('wrong_usage', `'${shown(text)}' is not an origin. Write ${url.origin}.`);
  }
  throw new Failure(
    'wrong_usage',
    `'${shown(text)}' is not an origin. Write scheme, host and port of the page: https://example.org or http://localhost:3000.`,
  );
}

/**
 * @param given those of the command line, checked.
 * @param log told of entries of the file that are no origins; they are left out.
 * @returns the origins that are let in; nobody where neither says so.
 */
export function allowedOrigins(
  dataDir: string,
  given: readonly string[],
  log: (line: string) => void,
): ReadonlySet<string> {
  const found = new Set(given);
  for (const entry of readList(dataDir)) {
    try {
      found.add(checkedOrigin(typeof entry === 'string' ? entry : JSON.stringify(entry)));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      log(`${SETTINGS_FILE}, ${KEY}: ${error.message}`);
    }
  }
  return found;
}

/** @returns the list of the file; nobody where the file cannot be read, which who opens the settings says. */
function readList(dataDir: string): readonly unknown[] {
  const read = readSettingsFile(dataDir);
  const list = (read.state === 'held' ? read.values[KEY] : undefined) ?? [];
  return Array.isArray(list) ? list : [list];
}

function shown(text: string): string {
  return text.slice(0, 100).replace(/\p{Cc}/gu, ' ');
}
