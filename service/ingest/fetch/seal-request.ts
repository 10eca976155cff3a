import { APP_NAME } from '../../contract/names.ts';
import { almanacVersion } from '../../process/version.ts';
import type { Publication } from '../../sources/ways.ts';
import { checkedContact } from '../contact.ts';
import type { Ask } from './http-client.ts';
import type { FetchSettings } from './types.ts';

/** A request ready to be sent; the only thing that holds a key, and only in its body. */
export type Sealed = { ask: Omit<Ask, 'signal'>; hosts: readonly string[] };

/**
 * @returns the request of a publication, with the user's key where it takes one. Keys go into bodies only, never into addresses,
 *   which turn up in logs of servers and proxies.
 * @throws Failure 'wrong_usage' where the contact cannot stand in a header.
 */
export async function sealRequest(publication: Publication, settings: FetchSettings): Promise<Sealed> {
  const { url, form, json, content, redirectsTo = [] } = publication;
  const headers: Record<string, string> = {
    'user-agent': userAgent(settings.contact),
    accept: '*/*',
    // What is packed already gains nothing, and can be gone on with more surely.
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

/** Says truthfully who asks: `Almanac/0.1.0 (desktop data explorer; me@example.org)`. */
function userAgent(given = ''): string {
  const contact = checkedContact(given);
  return `${APP_NAME}/${almanacVersion()} (desktop data explorer${contact === '' ? '' : `; ${contact}`})`;
}
