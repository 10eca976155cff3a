import { APP_NAME } from '../../contract/names.ts';
import { almanacVersion } from '../../process/version.ts';
import type { Publication } from '../../sources/ways.ts';
import { checkedContact } from '../contact.ts';
import type { Ask } from './http-client.ts';
import type { FetchSettings } from './types.ts';

/** A request that is ready to be sent. Nothing else holds a key, and a key is only in its body. */
export type PreparedRequest = { ask: Omit<Ask, 'signal'>; hosts: readonly string[] };

/**
 * @returns the request for a publication, with the user's key where it takes one. Keys are only in bodies, never in addresses, which
 *   servers and proxies log.
 * @throws Failure 'wrong_usage' where the contact cannot be sent in a header.
 */
export async function prepareRequest(
  publication: Publication,
  settings: FetchSettings,
): Promise<PreparedRequest> {
  const { url, form, json, content, redirectsTo = [] } = publication;
  const headers: Record<string, string> = {
    'user-agent': userAgent(settings.contact),
    accept: '*/*',
    // Packing an archive again gains nothing, and an answer that is not packed can be continued more often.
    'accept-encoding': content === 'zip' ? 'identity' : 'gzip',
  };
  const hosts = [new URL(url).host, ...redirectsTo];
  if (form) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return { ask: { method: 'POST', headers, body: new URLSearchParams(form).toString() }, hosts };
  }
  if (json) {
    headers['content-type'] = 'application/json';
    const key = publication.key && (await settings.keyFor?.(publication.key.publisher));
    const body = publication.key && key !== undefined ? { ...json, [publication.key.field]: key } : json;
    return { ask: { method: 'POST', headers, body: JSON.stringify(body) }, hosts };
  }
  return { ask: { method: 'GET', headers }, hosts };
}

/** Says who sends the request: `Almanac/0.1.0 (desktop data explorer; me@example.org)`. */
function userAgent(given = ''): string {
  const contact = checkedContact(given);
  return `${APP_NAME}/${almanacVersion()} (desktop data explorer${contact === '' ? '' : `; ${contact}`})`;
}
