import { readFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { findDataset } from '../../../contract/catalogue/index.ts';
import { dateText } from '../../../contract/dates.ts';
import type { Publication, Session, Way } from '../types.ts';

const API = 'https://api.bls.gov/publicAPI';
/** What BLS answers to at once: without a key (version 1) and with one (version 2). */
const LIMITS = { keyless: { series: 25, years: 10 }, keyed: { series: 50, years: 20 } };
/** Every release of January figures revises five years. */
const REVISED_YEARS = 6;

const Answer = Type.Object({
  status: Type.Literal('REQUEST_SUCCEEDED'),
  message: Type.Optional(Type.Array(Type.String())),
  Results: Type.Object({ series: Type.Array(Type.Unknown()) }),
});
type Answer = Static<typeof Answer>;

/** Blocks of series and years, put together into one answer of the same form: one run, all or nothing. */
export const BLS_JOLTS: Way = {
  title: 'BLS job openings and labor turnover (API)',
  every: '10:00 ET, about the first Tuesday of the second month after',
  history: 'from 2000-12; six years again once all of it is held',
  async *fetch(session) {
    const source = 'BLS job openings and labor turnover (API)';
    const blocks = blocksOf(session, await session.hasKey('BLS'));
    const messages: string[] = [];
    const series: unknown[] = [];
    for (const block of blocks) {
      const got = await session.get(block);
      if (got.isUnchanged) throw new Error('A block was asked for without a condition');
      const answer = JSON.parse(await readFile(got.path, 'utf8')) as Answer;
      messages.push(...(answer.message ?? []));
      series.push(...answer.Results.series);
    }
    const whole = { status: 'REQUEST_SUCCEEDED', message: [...new Set(messages)], Results: { series } };
    const { url, json } = blocks[0] ?? {};
    const location = `${url} [${blocks.length} POST requests, ${json?.startyear} to ${blocks.at(-1)?.json?.endyear}]`;
    yield { source, location, path: await session.write('bls-jolts.json', JSON.stringify(whole)) };
  },
};

function blocksOf(session: Session, hasKey: boolean): Publication[] {
  const dataset = findDataset('jolts');
  const from = dataset?.historyFrom ?? '';
  const ids = (dataset?.series ?? []).flatMap(({ publisherIds }) =>
    publisherIds.filter(({ system }) => system === 'BLS').map(({ id }) => id),
  );
  const held = session.held();
  const isWhole = held !== undefined && dateText(held.first) <= from;
  const first = isWhole
    ? Number(dateText(held.last).slice(0, 4)) - REVISED_YEARS + 1
    : Number(from.slice(0, 4));
  const last = session.now().getUTCFullYear();
  const limits = hasKey ? LIMITS.keyed : LIMITS.keyless;
  const blocks: Publication[] = [];
  for (let year = first; year <= last; year += limits.years) {
    for (let at = 0; at < ids.length; at += limits.series) {
      const years = [year, Math.min(year + limits.years - 1, last)] as const;
      blocks.push(block(ids.slice(at, at + limits.series), years, hasKey));
    }
  }
  return blocks;
}

function block(
  ids: readonly string[],
  [first, last]: readonly [number, number],
  hasKey: boolean,
): Publication {
  return {
    source: `BLS job openings and labor turnover ${first} to ${last}`,
    url: `${API}/${hasKey ? 'v2' : 'v1'}/timeseries/data/`,
    fileName: `bls-${first}-${ids[0]}.json`,
    content: 'json',
    largestBytes: 32e6,
    json: { seriesid: ids, startyear: String(first), endyear: String(last) },
    ...(hasKey ? { key: { publisher: 'BLS', field: 'registrationkey' } } : {}),
    isBlock: true,
    pauseMs: 500,
    check: wrongWith,
    byHand: 'https://download.bls.gov/pub/time.series/jt/ (jt.data.1.AllItems)',
  };
}

function wrongWith(body: Buffer): string | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return 'the publisher sent something that is not JSON, or was cut';
  }
  if (Value.Check(Answer, answer)) return undefined;
  const said = JSON.stringify(answer);
  if (/threshold/i.test(said)) {
    return 'the limit of requests for the day is used up: ask again tomorrow, or with a registered key';
  }
  return /key/i.test(said) && /invalid/i.test(said)
    ? 'the publisher does not know the key that was sent'
    : 'the publisher did not answer with numbers';
}
