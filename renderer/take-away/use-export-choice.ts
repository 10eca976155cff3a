import { usePreference } from '../api/index.ts';
import { type ExportChoice, readChoice, usualChoice } from './export-choice.ts';

/** The choice of the export dialog, remembered. */
export function useExportChoice(): readonly [ExportChoice, (change: Partial<ExportChoice>) => void] {
  const [kept, keep] = usePreference('export_choice');
  const choice = readChoice(kept, usualChoice(navigator.language));
  return [choice, (change) => keep({ ...choice, ...change })];
}
