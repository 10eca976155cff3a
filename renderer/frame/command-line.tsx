import { CopyText } from './copy-text.tsx';

/** A command for a terminal, with a button that copies it. */
export function CommandLine({ children }: { children: string }) {
  return (
    <div className="command well">
      <code>{children}</code>
      <CopyText value={children} what="command" />
    </div>
  );
}
