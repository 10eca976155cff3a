import type { TableExport, TableLine } from '../../service/contract/table-export.ts';
import { requestPath, requestSearch } from '../../service/view/index.ts';
import type { DateRange } from '../api/index.ts';
import type { View } from '../view/index.ts';
import { askedOf, type ExportChoice } from './export-choice.ts';
import { fileStem, type Provenance } from './provenance.ts';

/** @returns what the host is asked for. @param baseUrl of the API; '' where it does not listen. */
export function exportRequest(of: {
  view: View;
  range: DateRange;
  lines: readonly TableLine[];
  choice: ExportChoice;
  provenance: Provenance;
  baseUrl: string;
}): TableExport {
  const { lines, ...told } = of.provenance;
  return {
    name: fileStem(of.provenance).slice(0, 150),
    ...askedOf(of.choice),
    lines: [...of.lines],
    provenance: {
      ...told,
      lines: lines.map((line) => ({ ...line, notes: [...line.notes] })),
      requests: [of.baseUrl + requestPath({ ...requestSearch(of.view, of.range), format: 'csv' })],
      not_in_requests: [],
    },
  };
}
