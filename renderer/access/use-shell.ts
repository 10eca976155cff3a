import { type Shell, usualShell } from '../../service/contract/shell.ts';
import { usePreference } from '../api/index.ts';

/** The shell that all commands of the screen are written for: this computer's, until the user chooses another. */
export function useShell(): readonly [Shell, (shell: Shell) => void] {
  const [shell, setShell] = usePreference('shell');
  return [shell || usualShell(navigator.platform), setShell];
}
