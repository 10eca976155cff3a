import { Box, Button, Group, Modal, Text } from '@mantine/core';
import { useRef } from 'react';
import { minuteText } from '../../service/calendar/dates.ts';
import type { BackUp } from '../../service/contract/storage.ts';
import { sizeText } from '../frame/index.ts';

/** Says what a restore will do, and asks first. @param props.chosen the back-up to restore; `undefined`: the dialog is closed */
export function RestoreDialog(props: {
  chosen: BackUp | File | undefined;
  onRestore: (chosen: BackUp | File) => void;
  onClose: () => void;
}) {
  // The dialog is always mounted, so that it can put the focus back.
  const last = useRef(props.chosen);
  if (props.chosen) last.current = props.chosen;
  const chosen = last.current;
  return (
    <Modal.Root
      opened={props.chosen !== undefined}
      onClose={props.onClose}
      size={460}
      centered
      lockScroll={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* No Modal.Header: it would be a second banner landmark on the page. */}
        <Box className="row spread" p="0.75rem 0.75rem 0.25rem 1rem">
          <Modal.Title fw={600}>Restore this back-up?</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Box>
        {chosen && (
          <Modal.Body>
            <Text fw={550} className="breaks">
              {chosen.name}
            </Text>
            <Text c="dimmed" fz="xs">
              {chosen instanceof File
                ? sizeText(chosen.size)
                : `${sizeText(chosen.bytes)}, made ${minuteText(chosen.made_at)}`}
            </Text>
            <Text mt="sm">
              It replaces all data here, once it is checked. The data that are here now are kept as a back-up,
              so that you can go back to them. Keys are not changed.
            </Text>
            <Group justify="flex-end" gap="xs" mt="md">
              <Button variant="default" onClick={props.onClose} data-autofocus>
                Cancel
              </Button>
              <Button onClick={() => props.onRestore(chosen)}>Restore</Button>
            </Group>
          </Modal.Body>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
