import { useLocalStorage } from '@mantine/hooks';
import { type ExportChoice, readChoice, usualChoice } from './export-choice.ts';

/** The choice of the export dialog, remembered on this machine. */
export function useExportChoice(): readonly [ExportChoice, (change: Partial<ExportChoice>) => void] {
  const usual = usualChoice(navigator.language);
  const [choice, setChoice] = useLocalStorage<ExportChoice>({
    key: 'almanac.export',
    defaultValue: usual,
    getInitialValueInEffect: false,
    serialize: (value) => JSON.stringify(value),
    deserialize: (text) => readChoice(text, usual),
  });
  return [choice, (change) => setChoice({ ...choice, ...change })];
}
