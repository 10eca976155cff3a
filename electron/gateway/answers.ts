import { secure } from '../../service/page/index.ts';

/** @returns a JSON answer that nobody may store. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: secure(
      new Headers({
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        ...headers,
      }),
    ),
  });
}

/** @returns plain text that nobody may store. */
export function plainText(status: number, body: string): Response {
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  return new Response(body, { status, headers: secure(headers) });
}

/** @returns an error answer with the documented body: a sentence in `detail`. */
export function refusal(status: number, detail: string, headers: Record<string, string> = {}): Response {
  return json(status, { detail }, headers);
}

export const notFound = (): Response => refusal(404, 'Not Found');

/** @param allow the allowed methods, as the `Allow` header lists them. */
export const methodNotAllowed = (allow: string): Response =>
  refusal(405, 'Method Not Allowed', { Allow: allow });

/** The service does not answer now, but may in a moment. */
export const serviceUnavailable = (): Response => refusal(503, 'Service Unavailable', { 'Retry-After': '1' });
