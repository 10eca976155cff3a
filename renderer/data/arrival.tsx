import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Shows the outcome of a file's import. When it appears, it scrolls into view and takes the focus (its heading, if it has one), because
 * on a small screen it is below the fold. A user who is typing in a field keeps the focus.
 */
export function Arrival({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const here = ref.current;
    if (!here) return;
    here.scrollIntoView({ block: 'nearest' });
    const isTyping = document.activeElement?.matches('input:not([type=file]), textarea, select') ?? false;
    const target = here.querySelector<HTMLElement>('h3') ?? here;
    if (!isTyping) target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={ref} tabIndex={-1}>
      {children}
    </div>
  );
}
