import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ApiKeyLine, CreatedKey } from '../../service/contract/access.ts';
import { LABEL_LENGTH } from '../../service/contract/names.ts';
import { useAccessActions } from '../api/index.ts';
import { useAction } from '../programs/index.ts';
import { AccessDialog } from './access-dialog.tsx';
import { byClient } from './client-name.ts';
import { maskedKey } from './key-line.ts';
import { NewKeyDetails } from './new-key-details.tsx';
import { relativeText } from './times.ts';

/**
 * Makes a key and shows it once. Closing the dialog forgets it.
 * @param props.rotated a key that was made already, and the one whose label it has
 */
export function GenerateDialog(props: {
  baseUrl: string;
  now: number;
  rotated?: { old: ApiKeyLine; created: CreatedKey } | undefined;
  onClose: (made: CreatedKey['line'] | undefined) => void;
}) {
  const { rotated } = props;
  const [label, setLabel] = useState('');
  const [isForFred, setForFred] = useState(false);
  const [created, setCreated] = useState(rotated?.created);
  const create = useAction(useAccessActions().createKey);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setCreated(await create.run(label.trim(), isForFred));
  }

  return (
    <AccessDialog
      title={created ? 'Your new key' : 'Generate a key'}
      closesOutside={!created}
      step={created ? 'shown' : 'asked'}
      onClose={() => props.onClose(created?.line)}
    >
      {created ? (
        <>
          {rotated && <p>{rotatedText(rotated.old, props.now)}</p>}
          <NewKeyDetails created={created} baseUrl={props.baseUrl} />
          <Group justify="flex-end" gap="xs" mt={4}>
            <Button size="sm" variant="default" onClick={() => props.onClose(created.line)}>
              Done
            </Button>
          </Group>
        </>
      ) : (
        <form onSubmit={(event) => void submit(event)} className="column gap-14">
          <TextInput
            label="Label"
            description="The tool or place that will use it, so that you know later what stops when you revoke it."
            placeholder="Excel at work"
            size="sm"
            data-autofocus
            required
            withAsterisk={false}
            autoComplete="off"
            maxLength={LABEL_LENGTH}
            value={label}
            error={create.error}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Checkbox
            label="For FRED’s clients only"
            description="32 hexadecimal digits, as FredData.jl needs them; good under /fred and /graph, and nowhere else."
            checked={isForFred}
            onChange={(event) => setForFred(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs" mt={4}>
            <Button size="sm" variant="default" onClick={() => props.onClose(undefined)}>
              Cancel
            </Button>
            <Button size="sm" type="submit" loading={create.isPending} disabled={label.trim() === ''}>
              Generate
            </Button>
          </Group>
        </form>
      )}
    </AccessDialog>
  );
}

/** Where the new key belongs, as far as the use of the old one says it. */
function rotatedText(old: ApiKeyLine, now: number): string {
  const used =
    old.last_used_at === null
      ? 'It was never used.'
      : `It was last used ${relativeText(old.last_used_at, now)} ${byClient(old.last_client)}.`;
  return `Put it where “${old.label}” (${maskedKey(old)}) is. ${used} Both keys are valid until you revoke the older one.`;
}
