import { Button, Group } from '@mantine/core';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { useAccessActions } from '../api/index.ts';
import { useAction } from '../programs/index.ts';
import { AccessDialog } from './access-dialog.tsx';
import { Hint } from './hint.tsx';
import { maskedKey } from './key-line.ts';
import { whatBreaks } from './revocation.ts';

/** Asks before a key is revoked, and says what would stop working. */
export function RevokeDialog(props: {
  line: ApiKeyLine;
  now: number;
  onClose: () => void;
  onRevoked: (message: string) => void;
}) {
  const { line } = props;
  const revoke = useAction(useAccessActions().revokeKey);
  const { text, isUsed } = whatBreaks(line, props.now);

  async function confirm(): Promise<void> {
    const answer = await revoke.run(line.id);
    if (answer) props.onRevoked(`“${line.label}” is revoked. ${answer.message ?? ''}`.trim());
  }

  return (
    <AccessDialog title={`Revoke “${line.label}”?`} onClose={props.onClose}>
      <Hint tone={isUsed ? 'warn' : 'note'}>{text}</Hint>
      <p>
        Requests with <code>{maskedKey(line)}</code> are refused from the next one on: with 401 on economic
        data, with 403 on yields and constituents. This cannot be undone. To change a key without a gap,
        rotate it instead.
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
