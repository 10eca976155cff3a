import { type ReactNode, useEffect, useRef } from 'react';

/**
 * What came of a file. As it comes it is scrolled into sight and takes the focus, to its heading where it has one: on a small
 * screen it is below the fold. Who types in a field meanwhile goes on typing.
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
