import { Failure } from '../../contract/failure.ts';
import { SETTINGS_FILE } from '../../contract/names.ts';
import { readSettingsFile } from '../../settings/index.ts';

/** The key in settings.json. Its value lists origins whose pages may read the API, in addition to those of `--allow-origin`. */
const KEY = 'allowed_origins';

/**
 * @param text scheme, host and port as browsers write them (RFC 6454): 'https://example.org', 'http://localhost:3000'.
 * @returns the same text. @throws Failure 'wrong_usage' for anything else, also for '*' and 'null', which do not name one page.
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
 * @param given the origins of the command line, checked.
 * @param log is told of entries of the file that are not origins. They are left out.
 * @returns the origins that may read the API: none unless the command line or the file names some.
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

/** @returns the list in the file; empty where the file cannot be read. Whoever opens the settings reports that. */
function readList(dataDir: string): readonly unknown[] {
  const read = readSettingsFile(dataDir);
  const list = (read.state === 'held' ? read.values[KEY] : undefined) ?? [];
  return Array.isArray(list) ? list : [list];
}

function shown(text: string): string {
  return text.slice(0, 100).replace(/\p{Cc}/gu, ' ');
}
