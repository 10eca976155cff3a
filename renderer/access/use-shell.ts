import { useLocalStorage } from '@mantine/hooks';
import { type Shell, usualShell } from './commands.ts';

/** The shell that all commands of the screen are written for: this computer's, until the user chooses another. */
export function useShell(): readonly [Shell, (shell: Shell) => void] {
  const [shell, setShell] = useLocalStorage<Shell>({
    key: 'almanac.shell',
    defaultValue: usualShell(navigator.platform),
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (text) => (text === 'powershell' || text === 'sh' ? text : usualShell(navigator.platform)),
  });
  return [shell, setShell];
}
