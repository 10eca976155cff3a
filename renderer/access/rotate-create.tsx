import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ApiKeyLine, CreatedKey } from '../../service/contract/access.ts';
import { LABEL_LENGTH } from '../../service/contract/names.ts';
import { useAccessActions } from '../api/index.ts';
import { useAction } from '../programs/index.ts';
import { successorLabel } from './key-line.ts';

/** Step 1: makes the new key. Its label is proposed from the old one's. */
export function RotateCreate(props: {
  old: ApiKeyLine;
  labels: readonly string[];
  onMade: (created: CreatedKey) => void;
}) {
  const [label, setLabel] = useState(() => successorLabel(props.old.label, props.labels));
  const create = useAction(useAccessActions().createKey);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const created = await create.run(label.trim(), props.old.is_for_fred);
    if (created) props.onMade(created);
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="column gap-14">
      <p>
        The old key stays valid until the last step, so nothing stops in between. You can close this window at
        any step and come back.
      </p>
      <TextInput
        label="Label of the new key"
        size="sm"
        data-autofocus
        autoComplete="off"
        maxLength={LABEL_LENGTH}
        value={label}
        error={create.error}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt={4}>
        <Button size="sm" type="submit" loading={create.isPending} disabled={label.trim() === ''}>
          Create the new key
        </Button>
      </Group>
    </form>
  );
}
