import { minuteText } from '../calendar/dates.ts';
import type { Keys } from '../keys/types.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import { alignColumns } from './align-columns.ts';

const HEADER = ['LABEL', 'ID', 'KEY', 'CREATED', 'LAST USED', 'CLIENT', 'TODAY', 'STATE'];
const CLIENT_WIDTH = 32;

/** @returns the lines of the list of keys; `dayLimit` is how many requests a key has a day. */
export function keyTable(keys: ReturnType<Keys['list']>, dayLimit: number): string[] {
  const rows = keys.map((key) => [
    key.label,
    key.id,
    `…${key.last4}`,
    minuteText(key.createdAt),
    key.lastUsedAt === null ? 'never' : minuteText(key.lastUsedAt),
    shortened(key.lastClient ?? '–'),
    `${groupDigits(String(key.today))}/${groupDigits(String(dayLimit))}`,
    key.revokedAt === null ? 'active' : `revoked ${minuteText(key.revokedAt)}`,
  ]);
  return alignColumns([HEADER, ...rows], new Set([6]));
}

function shortened(client: string): string {
  const plain = client.replaceAll(/\p{C}/gu, ' ');
  return plain.length <= CLIENT_WIDTH ? plain : `${plain.slice(0, CLIENT_WIDTH - 1)}…`;
}
