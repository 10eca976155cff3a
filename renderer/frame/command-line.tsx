import { CopyText } from './copy-text.tsx';

/** Commands for a terminal, one a line, with a button that copies them. */
export function CommandLine({ children }: { children: string }) {
  return (
    <div className="command well">
      <code style={{ whiteSpace: 'pre-wrap' }}>{children}</code>
      <CopyText value={children} what="command" />
    </div>
  );
}
