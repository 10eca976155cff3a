/** Headers of every answer of the gateway: no remote origin, no inline code, no framing. */
const ALWAYS: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
];

/** For answers that are data: if a browser ever shows one as a page, nothing in it may load or run. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Policy of the app's own pages: scripts and styles come only from files of the bundle. */
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

/** Adds the headers that are missing. A policy that is already set stays, such as that of the service's docs page. */
export function secure(headers: Headers, policy: string = DATA_POLICY): Headers {
  for (const [name, value] of ALWAYS) headers.set(name, value);
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', policy);
  return headers;
}
