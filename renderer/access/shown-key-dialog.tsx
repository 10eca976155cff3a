import { Button, Group, TextInput } from '@mantine/core';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { AccessDialog, focusSoon } from './access-dialog.tsx';
import { menuName } from './key-menu.tsx';

/** Shows a key to copy by hand, where the browser did not let the page write to the clipboard. */
export function ShownKeyDialog(props: { shown: { line: ApiKeyLine; key: string }; onClose: () => void }) {
  const { line, key } = props.shown;
  const close = (): void => {
    props.onClose();
    focusSoon(menuName(line.id));
  };
  return (
    <AccessDialog title={`Key of “${line.label}”`} onClose={close}>
      <TextInput
        label="The browser did not allow the copy. Copy it from here:"
        size="sm"
        readOnly
        data-autofocus
        value={key}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        styles={{ input: { letterSpacing: '0.01em' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" gap="xs" mt={4}>
        <Button size="sm" variant="default" onClick={close}>
          Done
        </Button>
      </Group>
    </AccessDialog>
  );
}
