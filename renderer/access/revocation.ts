import type { ApiKeyLine } from '../../service/contract/access.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { byClient } from './client-name.ts';
import { exactText, relativeText } from './times.ts';

type Used = Pick<ApiKeyLine, 'label' | 'created_at' | 'last_used_at' | 'last_client' | 'today'>;

/**
 * @returns what would stop working if a key were revoked; `isUsed` is false where nothing would.
 * @param now milliseconds since 1970-01-01 UTC
 */
export function whatBreaks(key: Used, now: number): { isUsed: boolean; text: string } {
  const { label, last_used_at: last } = key;
  if (last === null) {
    return {
      isUsed: false,
      text: `No request was ever made with “${label}”, made ${relativeText(key.created_at, now)}. Nothing that works today will stop.`,
    };
  }
  const when = `${relativeText(last, now)} (${exactText(last)}) ${byClient(key.last_client)}`;
  return {
    isUsed: true,
    text: `“${label}” was last used ${when}${todayText(key.today)}. Tools that use it stop working at their next request.`,
  };
}

/** Only requests to economic data are counted, so a key that was just used may have none. */
function todayText(today: number): string {
  if (today === 0) return '';
  return today === 1
    ? ', with 1 counted request today'
    : `, with ${groupDigits(String(today))} counted requests today`;
}
