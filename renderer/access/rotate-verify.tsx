import { Button, Group } from '@mantine/core';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { useKeyCalls } from '../api/index.ts';
import { Hint } from './hint.tsx';
import { firstUse, oldUse } from './rotation.ts';

const POLL_MS = 1_500;

/** Step 3: waits for the first request with the new key, and says whether the old one is still in use. */
export function RotateVerify(props: {
  old: ApiKeyLine;
  next: ApiKeyLine;
  now: number;
  /** Whether the new key can still be shown, although it is used already. */
  canGoBack: boolean;
  onBack: () => void;
  onNext: () => void;
}) {
  const { old, next } = props;
  const oldCalls = useKeyCalls(old.id, POLL_MS).data?.calls ?? [];
  const nextCalls = useKeyCalls(next.id, POLL_MS).data?.calls ?? [];
  const seen = firstUse(next, nextCalls);
  const use = oldUse(old, oldCalls, next, props.now);
  return (
    <>
      <Hint tone={seen === undefined ? 'busy' : 'good'} isLive>
        {seen ??
          `Waiting for the first request with “${next.label}”. Run the tool once; this line turns green by itself.`}
      </Hint>
      <Hint tone={use.isQuiet ? 'note' : 'warn'}>{use.text}</Hint>
      <Group justify="flex-end" gap="xs" mt={4}>
        {(seen === undefined || props.canGoBack) && (
          <Button size="sm" variant="default" onClick={props.onBack}>
            Back
          </Button>
        )}
        <Button size="sm" data-autofocus disabled={seen === undefined} onClick={props.onNext}>
          Continue: revoke the old key
        </Button>
      </Group>
    </>
  );
}
