import { Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './folded-row.module.css';

/**
 * A list in one line. What does not fit waits behind a button, which opens the rest below. Only what is in sight can have the focus.
 * @param props.children list items. One that is empty takes no room.
 */
export function FoldedRow(props: {
  label: string;
  /** What the button counts, after 'more': 'lines'. */
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
      // A line that is moved by keys stays in sight.
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
      className={`flex start gap-4 shrink ${styles.row}`}
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

/** The height of a line, in pixels, as in the style sheet. */
const LINE = 24;

const FOLDED = { height: LINE, overflow: 'hidden' } as const;
const OPEN = { maxHeight: 'min(30vh, 10rem)', overflowY: 'auto' } as const;

/** How many items are below the first line, and whether a text in it is cut. */
type Fit = { below: number; isCut: boolean };

function sameFit(before: Fit, now: Fit): Fit {
  return before.below === now.below && before.isCut === now.isCut ? before : now;
}
