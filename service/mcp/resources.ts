import { Failure, quoted } from '../contract/failure.ts';
import { DATASETS, findDataset } from '../datasets/index.ts';
import { suggestion } from '../datasets/nearest-name.ts';

/** The catalogue as texts that an assistant can be given to read. Each is shorter than an answer may be. */

export const datasetNames = () => DATASETS.map(({ id, title }) => ({ id, title }));

/** @returns all datasets, a line each. */
export function catalogueText(): string {
  const lines = DATASETS.map(
    ({ id, title, publisher, frequency, description }) =>
      `- \`${id}\`: ${title} (${publisher}, ${frequency}). ${description}`,
  );
  return `# Datasets of Almanac\n\n${lines.join('\n')}\n`;
}

/** @returns a dataset with its series, a line each. @throws Failure 'wrong_usage' with the name that was probably meant. */
export function datasetText(id: string): string {
  const dataset = findDataset(id);
  if (!dataset) {
    const known = DATASETS.map((one) => one.id);
    throw new Failure('wrong_usage', `There is no dataset ${quoted(id)}.${suggestion(id, known)}`);
  }
  const state = dataset.byState ? '.STATE' : '';
  const series = dataset.series.map(
    ({ code, title, unitShort, seasonalAdjustment }) =>
      `- \`${id}.${code}${state}\`: ${title} (${unitShort}, ${seasonalAdjustment})`,
  );
  const { title, publisher, source, release, notes, licence } = dataset;
  return [
    `# ${title}`,
    `${publisher}, ${source.url}. Release: ${release.text}. ${licence}`,
    ...notes.map((note) => `- ${note}`),
    '## Series',
    `${series.join('\n')}\n`,
  ].join('\n\n');
}
