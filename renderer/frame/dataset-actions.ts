import { DATASETS, type Dataset } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { SearchAction } from '../picker/index.ts';

/**
 * @returns actions for the search: one for each dataset, which shows its headline series, and one for each list of constituents.
 * A list has no history to draw, so its API request is opened in 'Try it'.
 * @param state whose headline series is shown of datasets that are split by state
 */
export function datasetActions(
  state: string,
  show: (choice: SeriesChoice) => void,
  tryPath: (path: string) => void,
): SearchAction[] {
  return DATASETS.flatMap((dataset): SearchAction[] =>
    dataset.kind === 'list'
      ? dataset.series.map((list) => ({
          id: `list:${list.code}`,
          title: `${list.code}: ${list.title}`,
          detail: 'List, by the API',
          words: `${list.synonyms.join(' ')} ${wordsOf(dataset)}`,
          isDataset: true,
          run: () => tryPath(`/${dataset.id}/series=${encodeURIComponent(list.code)}`),
        }))
      : [
          {
            id: `dataset:${dataset.id}`,
            title: dataset.title,
            detail: dataset.series.length === 1 ? 'Dataset' : `Dataset, ${dataset.series.length} series`,
            words: wordsOf(dataset),
            isDataset: true,
            run: () =>
              show({ dataset: dataset.id, code: dataset.headline, area: dataset.byState ? state : '' }),
          },
        ],
  );
}

function wordsOf({ id, publisher }: Dataset): string {
  return `${id} ${publisher} dataset`;
}
