import { usePreference } from '../api/index.ts';
import { type Shell, usualShell } from './commands.ts';

/** The shell that all commands of the screen are written for: this computer's, until the user chooses another. */
export function useShell(): readonly [Shell, (shell: Shell) => void] {
  const [shell, setShell] = usePreference('shell');
  return [shell || usualShell(navigator.platform), setShell];
}
