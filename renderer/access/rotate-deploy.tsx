import { Button, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ApiKeyLine, CreatedKey } from '../../service/contract/access.ts';
import { byClient } from './client-name.ts';
import { Hint } from './hint.tsx';
import { maskedKey } from './key-line.ts';
import { NewKeyDetails } from './new-key-details.tsx';
import { exactText, relativeText } from './times.ts';
import type { CopyKey } from './use-copy-key.ts';

/** Step 2: shows the new key, to put it where the old one is used. */
export function RotateDeploy(props: {
  old: ApiKeyLine;
  next: ApiKeyLine;
  /** The key, if it was made in this dialog; else it is copied from where it is kept. */
  created: CreatedKey | undefined;
  copyKey: CopyKey;
  baseUrl: string;
  now: number;
  onNext: () => void;
}) {
  const { old, next, created } = props;
  return (
    <>
      <p>{whereText(old, props.now)}</p>
      {created ? (
        <NewKeyDetails created={created} baseUrl={props.baseUrl} />
      ) : (
        <KeptKey next={next} copyKey={props.copyKey} />
      )}
      <Group justify="flex-end" gap="xs" mt={4}>
        <Button size="sm" onClick={props.onNext}>
          It is deployed: verify
        </Button>
      </Group>
    </>
  );
}

function KeptKey({ next, copyKey }: { next: ApiKeyLine; copyKey: CopyKey }) {
  const isCopied = copyKey.copied === next.id;
  if (!next.is_kept) {
    return (
      <Hint tone="warn">
        The new key <code>{maskedKey(next)}</code> is not kept here and cannot be shown again. If you no
        longer have it, revoke it and start the rotation again.
      </Hint>
    );
  }
  return (
    <>
      <div className="row spread gap-12">
        <span>
          New key: <strong>{next.label}</strong> <code>{maskedKey(next)}</code>
        </span>
        <Button
          size="sm"
          variant="default"
          data-autofocus
          loading={copyKey.isPending}
          leftSection={
            isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.7} aria-hidden />
          }
          onClick={() => copyKey.copy(next)}
        >
          {isCopied ? 'Copied' : 'Copy key'}
        </Button>
      </div>
      {copyKey.error && <Hint tone="failure">{copyKey.error}</Hint>}
    </>
  );
}

function whereText(old: ApiKeyLine, now: number): string {
  if (old.last_used_at === null) return `Put the new key where “${old.label}” is. That one was never used.`;
  return `Put the new key where “${old.label}” is. That one was last used ${relativeText(old.last_used_at, now)} (${exactText(old.last_used_at)}) ${byClient(old.last_client)}.`;
}
