import { useLocalStorage } from '@mantine/hooks';
import { type Shell, usualShell } from './commands.ts';

/** Which shell all commands of the screen are written for: that of this computer until another is chosen, which is remembered. */
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
