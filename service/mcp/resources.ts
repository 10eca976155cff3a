import { Failure, quoted } from '../contract/failure.ts';
import { DATASETS, findDataset } from '../datasets/index.ts';
import { idSuggestion, suggestion } from '../datasets/nearest-name.ts';
import type { GuidePiece } from './types.ts';

/** The catalogue and the guide as texts that an assistant can be given to read. Each is shorter than an answer may be. */

const CATALOGUE = 'almanac://catalogue';
const GUIDE = 'almanac://guide';
const MARKDOWN = 'text/markdown';

/** @returns all resources, as the protocol lists them. */
export function listedResources(guide: readonly GuidePiece[]) {
  const listed = (uri: string, name: string, title: string) => ({ uri, name, title, mimeType: MARKDOWN });
  return [
    listed(CATALOGUE, 'catalogue', 'Catalogue of all datasets'),
    ...DATASETS.map(({ id, title }) => listed(`${CATALOGUE}/${id}`, id, title)),
    ...guide.map(({ name, title }) => listed(`${GUIDE}/${name}`, `guide-${name.replace('/', '-')}`, title)),
  ];
}

/** What addresses of resources look like. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${CATALOGUE}/{dataset}`,
    name: 'dataset',
    title: 'A dataset and its series',
    mimeType: MARKDOWN,
  },
  { uriTemplate: `${GUIDE}/{+page}`, name: 'guide', title: 'A page of the guide', mimeType: MARKDOWN },
];

/** @returns the text of a resource. @throws Failure 'wrong_usage' with the name that was probably meant. */
export function readResource(uri: string, guide: readonly GuidePiece[]) {
  return { contents: [{ uri, mimeType: MARKDOWN, text: textOf(uri, guide) }] };
}

function textOf(uri: string, guide: readonly GuidePiece[]): string {
  if (uri === CATALOGUE) return catalogueText();
  if (uri.startsWith(`${CATALOGUE}/`)) return datasetText(uri.slice(CATALOGUE.length + 1));
  if (!uri.startsWith(`${GUIDE}/`))
    throw new Failure(
      'wrong_usage',
      `There is no resource ${quoted(uri)}. There are ${CATALOGUE}, ${CATALOGUE}/DATASET and ${GUIDE}/PAGE.`,
    );
  const name = uri.slice(GUIDE.length + 1);
  const piece = guide.find((one) => one.name === name);
  if (piece) return piece.text;
  const pages = guide.map((one) => one.name).filter((one) => !one.includes('/'));
  throw new Failure('wrong_usage', `The guide has no page ${quoted(name)}.${suggestion(name, pages)}`);
}

/** @returns all datasets, a line each. */
function catalogueText(): string {
  const lines = DATASETS.map(
    ({ id, title, publisher, frequency, description }) =>
      `- \`${id}\`: ${title} (${publisher}, ${frequency}). ${description}`,
  );
  return `# Datasets of Almanac\n\n${lines.join('\n')}\n`;
}

/** @returns a dataset with its series, a line each. @throws Failure 'wrong_usage' with the name that was probably meant. */
function datasetText(id: string): string {
  const dataset = findDataset(id);
  if (!dataset) {
    const known = DATASETS.map((one) => one.id);
    throw new Failure('wrong_usage', `There is no dataset ${quoted(id)}.${idSuggestion(id, known)}`);
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
