/** Headers that every answer of the gateway carries, whatever it is. design: no remote origin, no inline code, no framing. */
const ALWAYS: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
];

/** For answers that are data: nothing in them may load or run, should a browser ever show them as a page. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Policy of the app's own pages: scripts and styles are files of the bundle and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Adds to `headers` what is missing in them; the service's own policy for its docs page stays. */
export function secure(headers: Headers, policy: string = DATA_POLICY): Headers {
  for (const [name, value] of ALWAYS) headers.set(name, value);
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', policy);
  return headers;
}
