import { AttemptFailure } from './attempt-failure.ts';
import { dropBody, type HttpClient, type PublisherAnswer, type PublisherRequest } from './http-client.ts';

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Where requests go: to the publishers' own addresses, or to `mirror/host/path`. */
type PublisherRoute = {
  mirror: string | undefined;
  /** Hosts that requests may go to. */
  hosts: readonly string[];
};

/**
 * Sends a request and follows redirects: at most five, to https and hosts of the route only. A POST is followed only where the
 * redirect keeps the method (307, 308).
 * @param url the publisher's own address.
 * @throws AttemptFailure for a redirect that is not followed.
 */
export async function sendFollowing(
  client: HttpClient,
  url: string,
  request: PublisherRequest,
  route: PublisherRoute,
): Promise<PublisherAnswer> {
  let address = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const answer = await client.send(mirrored(address, route.mirror), request);
    if (!REDIRECTS.has(answer.status)) return answer;
    dropBody(answer);
    if (redirects === MOST_REDIRECTS) {
      throw new AttemptFailure(`the publisher redirects in a circle (more than ${MOST_REDIRECTS} times)`, {
        advice: 'by hand',
      });
    }
    address = redirectTarget(answer, address, request, route);
  }
}

function redirectTarget(
  answer: PublisherAnswer,
  from: URL,
  { method }: PublisherRequest,
  { mirror, hosts }: PublisherRoute,
): URL {
  const location = answer.headers.get('location') ?? '';
  if (!URL.canParse(location, from.href) || location === '') {
    throw new AttemptFailure(`the publisher redirects to nowhere (status ${answer.status})`, {
      advice: 'by hand',
    });
  }
  const target = new URL(location, from);
  const own =
    mirror !== undefined && target.origin === new URL(mirror).origin ? unmirrored(target, mirror) : target;
  if (own.protocol !== 'https:' || !hosts.includes(own.host)) {
    throw new AttemptFailure(
      `the publisher redirects to ${own.protocol}//${own.host}, which is not followed`,
      {
        advice: 'by hand',
      },
    );
  }
  if (method === 'POST' && answer.status !== 307 && answer.status !== 308) {
    throw new AttemptFailure(`the publisher redirects what was asked (status ${answer.status})`, {
      advice: 'by hand',
    });
  }
  return own;
}

/** `https://host/path?query` as `mirror/host/path?query`. */
function mirrored(address: URL, mirror: string | undefined): URL {
  if (mirror === undefined) return address;
  return new URL(`${mirror.replace(/\/$/, '')}/${address.host}${address.pathname}${address.search}`);
}

function unmirrored(address: URL, mirror: string): URL {
  const base = new URL(mirror).pathname.replace(/\/$/, '');
  const rest = address.pathname.slice(base.length + 1);
  return URL.canParse(`https://${rest}`) ? new URL(`https://${rest}${address.search}`) : address;
}
