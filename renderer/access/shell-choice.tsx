import { SegmentedControl } from '@mantine/core';
import type { Shell } from '../../service/contract/shell.ts';
import { SHELL_NAMES } from './commands.ts';

/** Chooses the shell that commands are written for. */
export function ShellChoice({ shell, onChange }: { shell: Shell; onChange: (shell: Shell) => void }) {
  return (
    <SegmentedControl
      aria-label="Shell"
      value={shell}
      onChange={onChange}
      data={(['sh', 'powershell'] as const).map((value) => ({ value, label: SHELL_NAMES[value] }))}
    />
  );
}
