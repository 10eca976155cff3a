import { Button, Group } from '@mantine/core';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { useAccessActions } from '../api/index.ts';
import { useAction } from '../programs/index.ts';
import { AccessDialog } from './access-dialog.tsx';
import { byClient } from './client-name.ts';
import { Hint } from './hint.tsx';
import { keyAge, keyName, maskedKey } from './key-line.ts';
import { relativeText, utcText } from './times.ts';

/** Asks before a key is revoked, and says what would stop working. @param props.keys all keys: a newer one with its label may be in use already */
export function RevokeDialog(props: {
  line: ApiKeyLine;
  keys: readonly ApiKeyLine[];
  now: number;
  onClose: () => void;
  onRevoked: (message: string) => void;
}) {
  const { line, keys, now } = props;
  const age = keyAge(line, keys);
  const newer =
    age === 'older' && keys.find((key) => key.label === line.label && keyAge(key, keys) === 'newer');
  const revoke = useAction(useAccessActions().revokeKey);
  const { text, isUsed } = whatBreaks(line, now);

  async function confirm(): Promise<void> {
    const answer = await revoke.run(line.id);
    if (answer) props.onRevoked(`“${line.label}” is revoked. ${answer.message ?? ''}`.trim());
  }

  return (
    <AccessDialog title={`Revoke ${keyName(line, age)}?`} onClose={props.onClose}>
      <Hint tone={isUsed ? 'warn' : 'note'}>{text}</Hint>
      {newer && (
        <Hint tone={newer.last_used_at === null ? 'warn' : 'note'}>
          {newer.last_used_at === null
            ? `The newer key (${maskedKey(newer)}) was never used: first put it where this one is.`
            : `The newer key (${maskedKey(newer)}) was last used ${relativeText(newer.last_used_at, now)} ${byClient(newer.last_client)}.`}
        </Hint>
      )}
      <p>
        Requests with <code>{maskedKey(line)}</code> are refused from the next one on: with 401 on economic
        data, with 403 on yields and constituents. This cannot be undone.
        {!age && ' To change a key without a gap, rotate it instead.'}
      </p>
      {revoke.error && <Hint tone="failure">{revoke.error}</Hint>}
      <Group justify="flex-end" gap="xs" mt={4}>
        <Button size="sm" variant="default" data-autofocus onClick={props.onClose}>
          Keep it
        </Button>
        <Button size="sm" color="red.9" loading={revoke.isPending} onClick={() => void confirm()}>
          Revoke key
        </Button>
      </Group>
    </AccessDialog>
  );
}

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
  const when = `${relativeText(last, now)} (${utcText(last)}) ${byClient(key.last_client)}`;
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
