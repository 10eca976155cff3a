/** What every refusal says, in one table for people; beside each operation stand those that it can have. */
const REFUSALS: readonly [status: string, when: string, ...bodies: unknown[]][] = [
  [
    '401',
    'Economic data: the key is missing, empty, invalid or revoked',
    { error: 'invalid_api_key', revoked: false },
  ],
  ['401', 'Market data: the key is missing or invalid', 'Not authenticated'],
  ['403', 'Market data: the key is revoked', 'forbidden'],
  ['403', 'Every path: a page of another origin asks, which nobody let in', 'Forbidden'],
  [
    '404',
    'There is nothing at the path; market data: a code is not known',
    'Not Found',
    'Unknown series: US11Y',
  ],
  ['405', 'The method is neither GET nor HEAD', 'Method Not Allowed'],
  ['421', 'The `Host` is not this service', 'Misdirected Request'],
  ['422', 'A parameter is wrong', { error: 'invalid_parameter', parameter: 'date_from', message: '…' }],
  [
    '429',
    'Economic data: a limit of the key is exceeded',
    {
      error: 'minute_limit_exceeded',
      minute_remaining: 0,
      minute_reset: 17,
      day_remaining: 9123,
      day_reset: 40211,
    },
  ],
  ['500', 'A fault of the service', 'Internal Server Error'],
  ['503', 'The service is stopping, or its files cannot be read now', 'Service Unavailable'],
];

/** @returns a table in Markdown: status, when, body. */
export function errorTable(): string {
  const rows = REFUSALS.map(([status, when, ...details]) => {
    const bodies = details.map((detail) => `\`${JSON.stringify({ detail })}\``);
    return `| ${status} | ${when} | ${bodies.join(' ')} |`;
  });
  return ['| Status | When | Body |', '|---|---|---|', ...rows].join('\n');
}
