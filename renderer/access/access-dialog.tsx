import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './dialog.module.css';

/** A dialog of this screen. Whatever closes it must put the focus back with `focusSoon`. */
export function AccessDialog(props: {
  title: string;
  size?: string;
  /** False where a click outside must not close it, because its content would be lost. */
  closesOutside?: boolean;
  /** Names the current content where it is replaced as a whole: then the new content takes the focus that the old one had. */
  step?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const content = useStepFocus(props.step);
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size={props.size ?? 'lg'}
      yOffset="8vh"
      lockScroll={false}
      // The menu item that opened it no longer exists.
      returnFocus={false}
      closeOnClickOutside={props.closesOutside ?? true}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* No Modal.Header: it would be a second banner landmark on the page. */}
        <div className="dialog-head row spread gap-16">
          <Modal.Title className="large strong">{props.title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>
          <div ref={content} className={`column gap-14 ${styles.body}`} tabIndex={-1}>
            {props.children}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function useStepFocus(step: string | undefined) {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!isLost) return;
    const first = content.current?.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)');
    (first ?? content.current)?.focus();
  }, [step]);
  return content;
}

/**
 * Moves the focus to the element with this name in `data-focus`, after what is closing now is gone. An `id` would not work, because
 * Mantine gives menu buttons ids of its own.
 */
export function focusSoon(name: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`)?.focus(), 0);
}
