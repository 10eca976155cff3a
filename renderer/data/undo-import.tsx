import { Box, Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useUndoImport } from '../api/index.ts';
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
      <Modal.Root
        opened={isAsking}
        onClose={close}
        size={460}
        centered
        lockScroll={false}
        transitionProps={{ duration: 0 }}
      >
        <Modal.Overlay backgroundOpacity={0.4} />
        <Modal.Content>
          {/* No Modal.Header: it would be a second banner landmark on the page. */}
          <Box className="row spread" p="0.75rem 0.75rem 0.25rem 1rem">
            <Modal.Title fw={600}>Undo this import?</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </Box>
          <Modal.Body>
            <Text fw={550} className="breaks">
              {undo.file}
            </Text>
            {undoText(undo, titles).map((line) => (
              <Text key={line} mt="xs">
                {line}
              </Text>
            ))}
            <Text c="dimmed" fz="xs" mt="sm">
              The data are then as if the file had not been imported; the log keeps a line of it.
            </Text>
            {error && (
              <Text role="alert" className="error" mt="sm">
                {error.message}
              </Text>
            )}
            <Group justify="flex-end" gap="xs" mt="md">
              <Button variant="default" onClick={close} data-autofocus>
                Cancel
              </Button>
              <Button loading={isPending} onClick={() => void run()}>
                Undo import
              </Button>
            </Group>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}
