import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

/**
 * A dialog over the screen: title, close button, content. The focus goes back to where it was, unless something has taken it.
 * @param props.size its width in pixels
 */
export function Dialog(props: { title: string; size?: number; onClose: () => void; children: ReactNode }) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog, which has the focus, is gone. An item of a menu is gone too by then.
      setTimeout(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus();
      }, 0);
    },
    [opener],
  );
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size={props.size ?? 640}
      yOffset="6vh"
      lockScroll={false}
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
