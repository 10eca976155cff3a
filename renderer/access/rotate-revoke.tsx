import { Button, Group } from '@mantine/core';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { useAccessActions, useKeyCalls } from '../api/index.ts';
import { useAction } from '../programs/index.ts';
import { Hint } from './hint.tsx';
import { maskedKey } from './key-line.ts';
import { whatBreaks } from './revocation.ts';
import { oldUse } from './rotation.ts';

/** Step 4: revokes the old key. Says again what would stop working, because the key may have been used meanwhile. */
export function RotateRevoke(props: {
  old: ApiKeyLine;
  next: ApiKeyLine;
  now: number;
  onBack: () => void;
  onRevoked: (message: string) => void;
}) {
  const { old, next } = props;
  const revoke = useAction(useAccessActions().revokeKey);
  const calls = useKeyCalls(old.id, 3_000).data?.calls ?? [];
  const use = oldUse(old, calls, next, props.now);

  async function confirm(): Promise<void> {
    const answer = await revoke.run(old.id);
    if (answer) props.onRevoked(`“${old.label}” is revoked. ${answer.message ?? ''}`.trim());
  }

  return (
    <>
      <Hint tone={use.isQuiet ? 'note' : 'warn'}>
        {use.isQuiet ? use.text : whatBreaks(old, props.now).text}
      </Hint>
      <p>
        Requests with <code>{maskedKey(old)}</code> are refused from the next one on. This cannot be undone.
      </p>
      {revoke.error && <Hint tone="failure">{revoke.error}</Hint>}
      <Group justify="flex-end" gap="xs" mt={4}>
        <Button size="sm" variant="default" data-autofocus onClick={props.onBack}>
          Back
        </Button>
        <Button size="sm" color="red.9" loading={revoke.isPending} onClick={() => void confirm()}>
          Revoke “{old.label}”
        </Button>
      </Group>
    </>
  );
}
