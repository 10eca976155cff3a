import { findDataset } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';

/** A file of series as their publisher has them: exactly these, and no other of the dataset. */
export type PublishedFile = { title: string; detail: string; choices: readonly SeriesChoice[] };

/**
 * @returns a file for each dataset, since each has columns of its own; of series by state one for each set of series, since a
 * request for two series in two states would answer four.
 */
export function publishedFiles(choices: readonly SeriesChoice[]): PublishedFile[] {
  const byDataset = Map.groupBy(choices, ({ dataset }) => dataset);
  return [...byDataset].flatMap(([dataset, same]) => {
    const title = findDataset(dataset)?.title ?? dataset;
    return sameRequests(same).map((group) => {
      const areas = [...new Set(group.map(({ area }) => area).filter((area) => area !== ''))];
      const codes = [...new Set(group.map(({ code }) => code))];
      return {
        title,
        detail: [codes.join(', '), ...(areas.length > 0 ? [areas.join(', ')] : [])].join(' · '),
        choices: group,
      };
    });
  });
}

/** Choices in groups, each of which is all of its series in all of its states. */
function sameRequests(choices: readonly SeriesChoice[]): SeriesChoice[][] {
  const byArea = [...Map.groupBy(choices, ({ area }) => area).values()];
  const codesOf = (group: readonly SeriesChoice[]) =>
    group
      .map(({ code }) => code)
      .sort()
      .join();
  return [...Map.groupBy(byArea, codesOf).values()].map((groups) => groups.flat());
}
