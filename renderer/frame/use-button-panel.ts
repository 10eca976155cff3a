import { useWindowEvent } from '@mantine/hooks';
import { useRef, useState } from 'react';

/**
 * A panel that a button of the frame opens (`Popover`). Escape closes it wherever the focus is, and moves the focus back to the button.
 * The panel closes too when the focus goes elsewhere, such as into a dialog, and then leaves the focus there.
 * @returns the props of the `Popover`, of its button and of its dropdown
 */
export function useButtonPanel() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape' || event.defaultPrevented) return;
    // Escape closes only the panel, not also the chart's crosshair or the details.
    event.preventDefault();
    close();
  };
  useWindowEvent('keydown', press, { capture: true });
  useWindowEvent('focusin', ({ target }) => {
    const isOwn = target instanceof Node && [button, panel].some(({ current }) => current?.contains(target));
    if (!isOwn) setOpen(false);
  });
  return {
    isOpen,
    /** Closes it and moves the focus back to the button. */
    close,
    popover: { opened: isOpen, onChange: setOpen, trapFocus: true, closeOnEscape: false },
    button: { ref: button, onClick: () => setOpen((before) => !before) },
    panel: { ref: panel },
  };
}
