import { Box } from '@mantine/core';
import { CopyText } from '../frame/index.ts';
import styles from './programs.module.css';

/** A text that scrolls where it is long. @param props.what it is called on the button that copies it; without it there is none */
export function Lines({ name, text, what }: { name: string; text: string; what?: string }) {
  return (
    <Box pos="relative">
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={`well fine mono breaks ${styles.lines}`} aria-label={name} tabIndex={0}>
        <pre>{text}</pre>
      </section>
      {what !== undefined && (
        <Box component="span" className="rounded" pos="absolute" top={4} right={16} bg="var(--page)">
          <CopyText value={text} what={what} />
        </Box>
      )}
    </Box>
  );
}
