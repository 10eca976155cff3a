import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useUndoImport } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import { type UndoableImport, undoText } from './describe.ts';

/** A button that undoes an import, once its dialog has said what goes and what returns. @param props.onUndone the button has gone then */
export function UndoImport(props: {
  undo: UndoableImport;
  titles: ReadonlyMap<string, string>;
  onUndone?: () => void;
}) {
  const { undo, titles } = props;
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending, error, reset } = useUndoImport();
  const close = () => {
    setAsking(false);
    reset();
  };
  const run = () =>
    mutateAsync(undo.run).then(
      () => {
        close();
        props.onUndone?.();
      },
      // The dialog says why.
      () => undefined,
    );
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Undo the import of ${undo.file}`}
        onClick={() => setAsking(true)}
      >
        Undo import
      </Button>
      {isAsking && (
        <Dialog title="Undo this import?" size={460} onClose={close}>
          <Text fw={550} className="breaks">
            {undo.file}
          </Text>
          {undoText(undo, titles).map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          <Text c="dimmed" fz="xs">
            The data are then as if the file had not been imported; the log keeps a line of it.
          </Text>
          {error && (
            <Text role="alert" className="error">
              {error.message}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              Cancel
            </Button>
            <Button loading={isPending} onClick={() => void run()}>
              Undo import
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  );
}
