import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

/** A dialog over the screen: title, close button, content. @param props.size its width in pixels */
export function Dialog(props: { title: string; size?: number; onClose: () => void; children: ReactNode }) {
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size={props.size ?? 640}
      yOffset="6vh"
      lockScroll={false}
      // The menu item that opened it is gone by then, so the menu restores the focus.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* No Modal.Header: it would be a second banner of the page. */}
        <div className="dialog-head row spread gap-16">
          <Modal.Title className="large strong">{props.title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className="column gap-12">{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
