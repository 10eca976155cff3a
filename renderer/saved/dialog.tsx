import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

/** A dialog of this room. The focus goes back to where it was, unless what had it is gone. */
export function Dialog(props: { title: string; size?: number; onClose: () => void; children: ReactNode }) {
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size={props.size ?? 480}
      yOffset="8vh"
      lockScroll={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* No Modal.Header: it would be a second banner of the page. */}
        <div className="dialog-head row spread gap-16">
          <Modal.Title className="large strong breaks">{props.title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className="column gap-14">{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
