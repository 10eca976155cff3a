import { CopyText } from './copy-text.tsx';
import styles from './frame.module.css';

/** A command to be typed in a terminal, with copy. */
export function CommandLine({ children }: { children: string }) {
  return (
    <div className={`well row gap-4 fine ${styles.command}`}>
      <code>{children}</code>
      <CopyText value={children} what="command" />
    </div>
  );
}
