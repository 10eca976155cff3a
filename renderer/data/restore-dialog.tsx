import { Button, Group, Modal, Text } from '@mantine/core';
import type { BackUp } from '../../service/contract/storage.ts';
import { minuteText, sizeText } from './describe.ts';

/** Says what a restore does before it is done. */
export function RestoreDialog(props: { chosen: BackUp | File; onRestore: () => void; onClose: () => void }) {
  const { chosen } = props;
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size={460}
      centered
      lockScroll={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title fw={600}>Restore this back-up?</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>
          <Text fw={550}>{chosen.name}</Text>
          <Text c="dimmed" fz="xs">
            {chosen instanceof File
              ? sizeText(chosen.size)
              : `${sizeText(chosen.bytes)}, made ${minuteText(chosen.made_at)}`}
          </Text>
          <Text mt="sm">
            It takes the place of all data here, when it has been found whole. What is here now is kept as a
            back-up, so that you can go back to it. Keys stay as they are.
          </Text>
          <Group justify="flex-end" gap="xs" mt="md">
            <Button variant="default" onClick={props.onClose} data-autofocus>
              Cancel
            </Button>
            <Button onClick={props.onRestore}>Restore</Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
