/**
 * On every answer: nothing is guessed, run, loaded, embedded elsewhere or told to other sites. The page of `/docs` has a policy of
 * its own; CORS headers are only for origins that somebody let in.
 */
export const SAFE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};
