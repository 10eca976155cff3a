import { Box, Button, Drawer, Tabs, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './frame.module.css';

/**
 * A panel about something on the screen: beside the chart if there is room, otherwise over it. Escape closes
 * it and restores the focus.
 * @param props.takesFocus the opening panel takes the focus if an element of the screen had it
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
        <PanelBeside label={label} takesFocus={props.takesFocus ?? false} onClose={onClose}>
          {props.children}
        </PanelBeside>
      )
    );
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={340} lockScroll={false}>
      <Drawer.Overlay backgroundOpacity={0.2} />
      <Drawer.Content aria-label={label}>{props.children}</Drawer.Content>
    </Drawer.Root>
  );
}

function PanelBeside(props: {
  label: string;
  takesFocus: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { takesFocus, onClose } = props;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    // When the panel opens together with the page, nothing has the focus.
    if (!takesFocus || !isFocusable(opener) || opener === document.body) return;
    box.current?.focus({ preventScroll: true });
    return () => {
      // If another element has the focus by now, it was moved there on purpose.
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

/** True for an element of the page or of a drawing in it. */
function isFocusable(element: Element | null): element is HTMLElement | SVGElement {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

type SideSection = { id: string; title: string; content: ReactNode };

/** The parts of a side panel: stacked if there is room (`isStacked`), otherwise in tabs. */
export function SideSections(props: { label: string; sections: readonly SideSection[]; isStacked: boolean }) {
  const { sections } = props;
  const id = useId();
  if (props.isStacked)
    return sections.map((section) => (
      <section key={section.id} aria-labelledby={`${id}${section.id}`}>
        <h2 id={`${id}${section.id}`} className="heading">
          {section.title}
        </h2>
        {section.content}
      </section>
    ));
  return (
    // A tab's content renders only when the tab is opened.
    <Tabs defaultValue={sections[0]?.id ?? null} keepMounted={false}>
      <Tabs.List aria-label={props.label} mb={8}>
        {sections.map((section) => (
          <Tabs.Tab key={section.id} value={section.id} py={7} px={12}>
            {section.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sections.map((section) => (
        <Tabs.Panel key={section.id} value={section.id}>
          {section.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** A list in one line. A button shows the items that do not fit. Hidden items cannot have the focus. */
export function FoldedRow(props: {
  label: string;
  /** The noun after the button's count: 'lines' in '+3 more lines'. */
  what: string;
  children: ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [fit, setFit] = useState<Fit>({ below: 0, isCut: false });
  useLayoutEffect(() => {
    const row = list.current;
    if (row === null) return;
    const measure = () => {
      const items = [...row.children] as HTMLElement[];
      const below = items.filter((item) => item.offsetTop >= LINE);
      for (const item of items) item.inert = !isOpen && below.includes(item);
      // An item that the user is moving with keys stays visible.
      if (!isOpen && below.some((item) => item.contains(document.activeElement))) return setOpen(true);
      const isCut = [...row.querySelectorAll('.cut')].some((text) => text.scrollWidth > text.clientWidth);
      setFit((before) =>
        sameFit(before, {
          below: below.length,
          // Nothing is cut in an open row.
          isCut: isOpen ? before.isCut : isCut,
        }),
      );
    };
    const sizes = new ResizeObserver(measure);
    const watch = () => {
      sizes.disconnect();
      for (const element of [row, ...row.children]) sizes.observe(element);
      measure();
    };
    const items = new MutationObserver(watch);
    items.observe(row, { childList: true });
    watch();
    return () => {
      sizes.disconnect();
      items.disconnect();
    };
  }, [isOpen]);
  const { below, isCut } = fit;
  return (
    <div
      className={`flex start gap-4 shrink ${styles.folded}`}
      style={{ flex: '1 1 14rem' }}
      data-open={isOpen || undefined}
    >
      <ul
        ref={list}
        className="list flex wrap shrink"
        style={{ position: 'relative', columnGap: '0.75rem', ...(isOpen ? OPEN : FOLDED) }}
        aria-label={props.label}
      >
        {props.children}
      </ul>
      {(below > 0 || isCut) && (
        <Button
          variant="default"
          size="compact-xs"
          h={24}
          className="fixed"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer' : below > 0 ? `+${below}` : 'All'}
          <VisuallyHidden>
            {isOpen ? '' : below > 0 ? ' more' : ' of'} {props.what}
          </VisuallyHidden>
        </Button>
      )}
    </div>
  );
}

/** Line height in px, as in the style sheet. */
const LINE = 24;

const FOLDED = { height: LINE, overflow: 'hidden' } as const;
const OPEN = { maxHeight: 'min(30vh, 10rem)', overflowY: 'auto' } as const;

/** The number of items below the first line, and whether a text in it is cut. */
type Fit = { below: number; isCut: boolean };

function sameFit(before: Fit, now: Fit): Fit {
  return before.below === now.below && before.isCut === now.isCut ? before : now;
}
