import { CopyText } from './copy-text.tsx';

/** A command to be typed in a terminal, with copy. */
export function CommandLine({ children }: { children: string }) {
  return (
    <div className="command well">
      <code>{children}</code>
      <CopyText value={children} what="command" />
    </div>
  );
}
