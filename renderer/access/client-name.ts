const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Version', 'Safari'],
] as const;
const LONGEST = 40;

/**
 * @returns a short name of the program that sent a User-Agent: its first product ('python-requests/2.32.3'), 'Power Query' for Excel
 * and Power BI, name and main version of a browser.
 */
export function clientName(userAgent: string): string {
  if (/Microsoft\.(Data\.)?Mashup/i.test(userAgent)) return 'Power Query';
  const first = userAgent.trim().split(/\s/)[0] ?? '';
  if (first.startsWith('Mozilla/')) {
    for (const [token, name] of BROWSERS) {
      const version = new RegExp(`${token}/(\\d+)`).exec(userAgent)?.[1];
      if (version !== undefined) return `${name} ${version}`;
    }
  }
  return first.length <= LONGEST ? first : `${first.slice(0, LONGEST - 1)}…`;
}

/** @returns 'by python-requests/2.32.3', or 'by a program that did not say its name'. */
export function byClient(userAgent: string | null): string {
  return userAgent === null || userAgent.trim() === ''
    ? 'by a program that did not say its name'
    : `by ${clientName(userAgent)}`;
}
