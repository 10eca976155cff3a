import { findDataset } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';

/** One file of published values, and the series of one dataset that it contains. */
export type PublishedFile = { title: string; detail: string; choices: readonly SeriesChoice[] };

/**
 * @returns one file for each dataset, since datasets have different columns. Series by state get a file for each set of series, since
 * a request for two series and two states would answer all four combinations.
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

/** @returns the choices in groups. Each group has every one of its series in every one of its states. */
function sameRequests(choices: readonly SeriesChoice[]): SeriesChoice[][] {
  const byArea = [...Map.groupBy(choices, ({ area }) => area).values()];
  const codesOf = (group: readonly SeriesChoice[]) =>
    group
      .map(({ code }) => code)
      .sort()
      .join();
  return [...Map.groupBy(byArea, codesOf).values()].map((groups) => groups.flat());
}
