import { type Dataset, findSeries } from '../datasets/index.ts';
import { whyNoObservation } from '../datasets/observation-days.ts';
import { isStateCode } from '../datasets/states.ts';
import { commandLine } from '../process/command-line.ts';
import type { FILE_FORMATS } from '../sources/index.ts';
import type { Explanation, ListProvenance, Reader } from '../store/index.ts';
import { type Command, DATA_DIR, type Given } from './command.ts';
import type { ExplainedObservation, Seen } from './explained.ts';
import { explanationJson } from './explanation-json.ts';
import { withData } from './open-data.ts';
import { print, printJson } from './output.ts';
import { codesOf, datasetOf, dayOption, wrong } from './selection-words.ts';

export const explain: Command = {
  usage: ['explain DATASET SERIES DATE [--state S] [--json]', 'explain constituents CODE DATE [--json]'],
  description: [
    'Says where one value comes from: the file or address, its SHA-256, when it was fetched or imported, where in the file',
    'the value stood, and the values that stood here before it. Of constituents it explains the whole list of that date.',
    'A spread is computed here: it is explained by the two yields that it is made of.',
    'Times are UTC. Of sample data that was replaced nothing is kept.',
  ],
  options: [
    { name: 'state', value: 'S', text: 'postal code, for state-level claims' },
    { name: 'json', text: 'print JSON' },
    DATA_DIR,
  ],
  examples: [
    'explain us_debt total_public_debt_outstanding 2025-03-06',
    'explain ui_state_weekly_claims initial_claims 2025-03-01 --state CA',
    'explain yields US10Y_US2Y 2025-03-07',
  ],
  async run(given) {
    const [id, code, date, ...others] = given.words;
    const dataset = datasetOf('explain', id === undefined ? [] : [id]);
    if (code === undefined || date === undefined || others.length > 0) {
      throw wrong(
        `explain takes a dataset, a series and a date: ${commandLine`explain us_debt debt_held_by_public 2025-03-06`}`,
      );
    }
    const day = dayOption('DATE', date);
    const area = areaOf(given, dataset);
    if (dataset.kind !== 'list')
      codesOf(
        dataset,
        [code],
        dataset.series.map((series) => series.code),
      );
    const spread = findSeries(dataset.id, code)?.spread;
    const [{ FILE_FORMATS: formats }, { explanationLines }, { explainSpread, spreadJson, spreadText }] =
      await Promise.all([
        import('../sources/index.ts'),
        import('./explanation-text.ts'),
        import('./spread-explanation.ts'),
      ]);
    await withData(given, async (reader) => {
      if (dataset.kind === 'list') codesOf(dataset, [code], reader?.constituentCodes(dataset.id) ?? []);
      const explainedOf = (one: string) => explanationOf(reader, formats, dataset, { code: one, area, day });
      const isJson = given.has('json');
      if (spread) {
        const found = explainSpread(dataset, code, explainedOf(spread.long), explainedOf(spread.short));
        if (isJson) return printJson(spreadJson(found));
        for (const line of spreadText(found)) print(line);
        return;
      }
      const explained = explainedOf(code);
      if (isJson) return printJson(explanationJson(explained));
      for (const line of explanationLines(explained)) print(line);
    });
  },
};

function explanationOf(
  reader: Reader | undefined,
  formats: typeof FILE_FORMATS,
  dataset: Dataset,
  asked: { code: string; area: string; day: number },
): ExplainedObservation {
  const { code, area, day } = asked;
  const found = read(reader, dataset, asked);
  const seen = ('values' in found ? found.values : found.lists).map((one): Seen => {
    const format = formats.find((known) => known.id === one.run.source);
    const { title = one.run.source, place = 'line' } = format ?? {};
    const reading = format?.reading;
    return { ...one, format: { title, place, ...(reading ? { reading } : {}) } };
  });
  return {
    dataset,
    code,
    area,
    day,
    unit: findSeries(dataset.id, code)?.unit ?? '',
    seen,
    reason: seen.length > 0 ? undefined : whyNoObservation(dataset, code, day, Date.now()),
    before: found.before,
    after: found.after,
    replacedSample: found.replacedSample,
  };
}

function areaOf(given: Given, dataset: Dataset): string {
  const area = given.text('state')?.toUpperCase();
  if (!dataset.byState) {
    if (area !== undefined) throw wrong(`${dataset.id} has no states: leave --state out.`);
    return '';
  }
  if (area === undefined) throw wrong(`${dataset.id} has a value for each state: say which, --state CA.`);
  if (!isStateCode(area))
    throw wrong(`There is no state '${area}': --state takes a postal code, for example CA.`);
  return area;
}

function read(
  reader: Reader | undefined,
  { id: dataset, kind }: Dataset,
  { code, area, day }: { code: string; area: string; day: number },
): Explanation | ListProvenance {
  if (!reader) return { values: [], before: null, after: null, replacedSample: null };
  return kind === 'list' ? reader.explainList(code, day) : reader.explain({ dataset, code, area }, day);
}
