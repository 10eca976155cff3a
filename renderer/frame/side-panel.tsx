import { Box, Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A panel about something on the screen: beside the chart where there is room, else over it. Escape closes it, and the focus goes back
 * to where it was.
 * @param props.takesFocus the focus moves into the panel when it opens, if something on the screen had it.
 */
export function SidePanel(props: {
  label: string;
  isBeside: boolean;
  isOpen: boolean;
  takesFocus?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { label, isBeside, isOpen, onClose } = props;
  if (isBeside)
    return (
      isOpen && (
        <Beside label={label} takesFocus={props.takesFocus ?? false} onClose={onClose}>
          {props.children}
        </Beside>
      )
    );
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={340} lockScroll={false}>
      <Drawer.Overlay backgroundOpacity={0.2} />
      <Drawer.Content aria-label={label}>{props.children}</Drawer.Content>
    </Drawer.Root>
  );
}

function Beside(props: { label: string; takesFocus: boolean; onClose: () => void; children: ReactNode }) {
  const { takesFocus, onClose } = props;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    // When the panel opens together with the page, nothing has the focus.
    if (!takesFocus || !isFocusable(opener) || opener === document.body) return;
    box.current?.focus({ preventScroll: true });
    return () => {
      // Where the focus is somewhere else by now, it was moved there on purpose.
      if (document.activeElement === document.body) opener.focus({ preventScroll: true });
    };
  }, [takesFocus]);
  return (
    <Box
      component="aside"
      ref={box}
      className="fixed scrolls not-on-paper"
      w="20rem"
      bg="var(--surface)"
      style={{ borderLeft: '1px solid var(--line)' }}
      aria-label={props.label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      {props.children}
    </Box>
  );
}

/** Whether something has the focus: of a page, or of a drawing in it. */
function isFocusable(element: Element | null): element is HTMLElement | SVGElement {
  return element instanceof HTMLElement || element instanceof SVGElement;
}
