import { dateText } from '../calendar/dates.ts';
import { askedFrequency } from '../series-math/frequency.ts';
import type { ExportContext, ExportFormat } from './types.ts';

/** @returns a name for an export that was given none: dataset, dates, units and frequency where asked for, and that it is a sample where it is. */
export function exportFileName({ selection, origin }: ExportContext, format: ExportFormat): string {
  const { units, to } = selection.derivation ?? {};
  const parts = [
    selection.dataset.id,
    selection.from === undefined ? undefined : `from-${dateText(selection.from)}`,
    selection.to === undefined ? undefined : `to-${dateText(selection.to)}`,
    units === undefined || units === 'lin' ? undefined : units,
    to && askedFrequency(to.cadence),
    origin === 'sample' ? 'sample' : undefined,
  ];
  return `${parts.filter((part) => part !== undefined).join('-')}.${format}`;
}
