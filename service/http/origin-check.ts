import type { IncomingMessage } from 'node:http';

/**
 * Whether a page of another origin makes the request. No page can read an answer (CORS headers are for origins on the list only), but it could use
 * up limits, fill the log and measure; what it loads or sends is refused before anything is looked up. Only browsers send these
 * headers: curl, pandas, R, Excel and BI tools send none, or `Sec-Fetch-Site: none`. A link to us that a person follows passes,
 * from wherever it is; so does what the page of `/docs` asks. Other ports of this machine are `same-site`, and foreign.
 */
export function isOfOtherOrigin({ headers }: IncomingMessage): boolean {
  const { origin } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${headers.host?.toLowerCase()}`) return true;
  const site = headers['sec-fetch-site'];
  // 'none': no page has a part in it. A person typed the address, or a program asks that is built on a browser.
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}
