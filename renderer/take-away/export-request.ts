import type { ViewExport } from '../../service/contract/table-export.ts';
import { requestQuery, requestSearch } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { askedOf, type ExportChoice } from './export-choice.ts';

/**
 * @param view whose indices name their day (`withIndexDates`). @param range the days that it shows.
 * @param baseUrl of the API; '' where it does not listen.
 * @returns what the service is asked for: the lines by the chart's address, not their rows.
 */
export function exportRequest(
  view: View,
  range: DateRange,
  choice: ExportChoice,
  baseUrl: string,
  names: ViewExport['names'] = 'id',
): ViewExport {
  return {
    search: requestQuery({ ...requestSearch(view, range), ...view.heading }),
    ...askedOf(choice),
    names,
    base_url: baseUrl,
  };
}
