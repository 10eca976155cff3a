import { CloseButton } from '@mantine/core';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { Notice } from './notice.tsx';

/** Says which parts of a link could not be shown, and what is shown instead. */
export function LinkNotice({ problems, onClose }: { problems: readonly string[]; onClose: () => void }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="note" action={<CloseButton size="sm" c="inherit" aria-label="Dismiss" onClick={onClose} />}>
      <strong>Part of this link could not be shown.</strong>
      {problems.map((problem) => (
        <div key={problem}>{inDateStyle(problem)}</div>
      ))}
    </Notice>
  );
}
