import { dateText } from '../calendar/dates.ts';
import type { Provenance } from '../contract/table-export.ts';
import { UNITS_NAMES } from '../series-math/fred-codes.ts';
import { publishedFrequency } from '../series-math/frequency.ts';
import { citation } from '../view/index.ts';
import { describeSeries } from './description.ts';
import type { ExportContext, ExportCounts } from './types.ts';

/** @returns where the numbers of an export come from and how they were calculated, in the same form as in exports of a chart. */
export function selectionProvenance(context: ExportContext, tally: ExportCounts): Provenance {
  const { reader, selection, origin, created, version } = context;
  const { dataset, from, to, derivation } = selection;
  const now = created.toISOString();
  const loaded = reader.holdings().find((one) => one.dataset === dataset.id)?.updatedAt ?? null;
  const units = UNITS_NAMES[derivation?.units ?? 'lin'];
  return {
    title: dataset.title,
    created: now,
    app: `Almanac ${version}`,
    range: {
      from: tally.first ?? (from === undefined ? '' : dateText(from)),
      to: tally.last ?? (to === undefined ? '' : dateText(to)),
    },
    is_sample: origin === 'sample',
    lines: describeSeries(context).map(({ code, title = code, unit = '', frequencyText, terms }) => {
      const id = `${dataset.id}.${code}`;
      return {
        id,
        title,
        code: id,
        formula: null,
        publisher: dataset.publisher,
        source: dataset.source.url,
        origin: origin ?? null,
        loaded,
        units,
        unit,
        frequency: frequencyText ?? publishedFrequency(dataset),
        notes: [...(terms === undefined ? [] : [`Terms: ${terms}`]), ...dataset.notes],
        citation: citation({ publisher: dataset.publisher, title, id, loaded, now, version }),
      };
    }),
    requests: [],
    not_in_requests: [],
  };
}
