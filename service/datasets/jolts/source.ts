import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { fredWhole } from '../../sources/fred-ways.ts';
import { wrongWithJson } from '../../sources/json-document.ts';
import type { FetchWay, Publication } from '../../sources/ways.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { BLS_API_JSON } from './bls-api-json.ts';
import { type BlsAnswerSeries, type BlsBlock, blocksToAsk, wholeYears } from './bls-blocks.ts';
import { BLS_FLAT_FILE } from './bls-flat-file.ts';
import { JOLTS } from './definition.ts';
import { makeJolts } from './sample.ts';

const API = 'https://api.bls.gov/publicAPI';

const BlsSeriesAnswer = Type.Object({
  status: Type.Literal('REQUEST_SUCCEEDED'),
  message: Type.Optional(Type.Array(Type.String())),
  Results: Type.Object({
    series: Type.Array(
      Type.Object({
        seriesID: Type.String(),
        data: Type.Array(Type.Object({ year: Type.String(), period: Type.String() })),
      }),
    ),
  }),
});
type BlsSeriesAnswer = Static<typeof BlsSeriesAnswer>;

/** Fetches blocks of series and years and joins them into one answer of the same form, which is one run: all or nothing. */
const BLS_JOLTS: FetchWay = {
  title: 'BLS job openings and labor turnover (API)',
  every: '10:00 ET, about the first Tuesday of the second month after',
  history: 'from 2000-12; six years again once BLS has given all of it',
  hosts: ['api.bls.gov'],
  async *fetch(session) {
    const source = 'BLS job openings and labor turnover (API)';
    const year = session.now().getUTCFullYear();
    const hasKey = await session.hasKey('BLS');
    const blocks = blocksToAsk(session.whole(), year, hasKey).map((each) => publicationOf(each, hasKey));
    const messages: string[] = [];
    const series: BlsAnswerSeries[] = [];
    for (const block of blocks) {
      const got = await session.get(block);
      if (got.isUnchanged) throw new Error('A block was requested without a condition');
      const answer = JSON.parse(await readFile(got.path, 'utf8')) as BlsSeriesAnswer;
      messages.push(...(answer.message ?? []));
      series.push(...answer.Results.series);
    }
    const whole = { status: 'REQUEST_SUCCEEDED', message: [...new Set(messages)], Results: { series } };
    const { url, json } = blocks[0] ?? {};
    const location = `${url} [${blocks.length} POST requests, ${json?.startyear} to ${blocks.at(-1)?.json?.endyear}]`;
    const file = await session.write('bls-jolts.json', JSON.stringify(whole));
    yield { source, location, path: file, wholeBlocks: () => wholeYears(series, year) };
  },
};

function publicationOf({ ids, first, last }: BlsBlock, hasKey: boolean): Publication {
  return {
    source: `BLS job openings and labor turnover ${first} to ${last}`,
    url: `${API}/${hasKey ? 'v2' : 'v1'}/timeseries/data/`,
    fileName: `bls-${first}-${ids[0]}.json`,
    content: 'json',
    largestBytes: 32e6,
    json: { seriesid: ids, startyear: String(first), endyear: String(last) },
    ...(hasKey ? { key: { publisher: 'BLS', field: 'registrationkey' } } : {}),
    pauseMs: 500,
    check: (body) => wrongWithJson(body, BlsSeriesAnswer, otherAnswer),
    byHand: 'https://download.bls.gov/pub/time.series/jt/ (jt.data.1.AllItems)',
  };
}

/** @returns what an answer without numbers says. */
function otherAnswer(answer: unknown): string {
  const said = JSON.stringify(answer);
  if (/threshold/i.test(said))
    return 'the limit of requests for the day is used up: ask again tomorrow, or with a registered key';
  return /key/i.test(said) && /invalid/i.test(said)
    ? 'the publisher does not know the key that was sent'
    : 'the publisher did not answer with numbers';
}

export const JOLTS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [BLS_JOLTS, fredWhole(JOLTS)] }],
  formats: [BLS_API_JSON, BLS_FLAT_FILE],
  notImported: [
    {
      has: /Series I[dD]\b:?|Job Openings and Labor Turnover|^(series_id|\w+_code)\s*\t|\b(www|data|download)\.bls\.gov\b/,
      of: 'the Bureau of Labor Statistics (BLS)',
      right:
        'download jt.data.1.AllItems of https://download.bls.gov/pub/time.series/jt/, or the JSON of https://api.bls.gov/publicAPI/v2/timeseries/data/JTS000000000000000JOL.',
    },
  ],
  sample: makeJolts,
};
