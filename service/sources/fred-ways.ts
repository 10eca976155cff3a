import { readFile } from 'node:fs/promises';
import { dateText } from '../calendar/dates.ts';
import { storedSeries } from '../datasets/index.ts';
import { STATES } from '../datasets/states.ts';
import type { Definition } from '../datasets/types.ts';
import type { FetchSession, FetchWay, Publication } from './ways.ts';

/**
 * @returns the way to a dataset's whole history through FRED, each series in a run of its own. FRED's terms
 * restrict the use of its data, so this way is used only if the user allows it.
 */
export function fredWhole(dataset: Definition): FetchWay {
  return {
    title: 'FRED (fredgraph.csv)',
    every: 'shortly after the publisher',
    history: 'as the publisher, series by series; some series are not there',
    hosts: ['fred.stlouisfed.org'],
    isFred: true,
    fetch: (session) => eachSeries(session, dataset, () => undefined),
  };
}

/** @returns the way to FRED's values after the newest stored observation. */
export function fredNewest(dataset: Definition): FetchWay {
  return {
    ...fredWhole(dataset),
    title: 'FRED, newest weeks',
    history: 'what the publisher’s file does not hold yet',
    fetch: (session) =>
      eachSeries(session, dataset, (code, area) => {
        const held = session.held(code, area);
        return held && dateText(held.last + 1);
      }),
  };
}

async function* eachSeries(
  session: FetchSession,
  dataset: Definition,
  fromOf: (code: string, area: string) => string | undefined,
): ReturnType<FetchWay['fetch']> {
  for (const { id, code, area } of idsOf(dataset)) {
    const publication = graphCsv(id, fromOf(code, area));
    const { source, url: location } = publication;
    const got = await session.get(publication);
    if (got.isUnchanged || (await hasOnlyHeader(got.path))) yield { source, location };
    else yield { source, location, path: got.path };
  }
}

/** One id per request: for several ids of different frequencies FRED has sent an archive. */
function graphCsv(id: string, from?: string): Publication {
  const url = `https://fred.stlouisfed.org/graph/fredgraph.csv?id=${id}${from ? `&cosd=${from}` : ''}`;
  const fileName = `fredgraph-${id}.csv`;
  return {
    source: `FRED ${id}`,
    url,
    fileName,
    content: 'csv',
    largestBytes: 8e6,
    pauseMs: 1000,
    byHand: url,
  };
}

/** True if a file has only a header: nothing new has come out. */
async function hasOnlyHeader(file: string): Promise<boolean> {
  return !(await readFile(file, 'utf8')).trimEnd().includes('\n');
}

function idsOf(dataset: Definition): { id: string; code: string; area: string }[] {
  return storedSeries(dataset).flatMap(({ code, publisherIds }) =>
    publisherIds
      .filter(({ system }) => system === 'FRED')
      .flatMap(({ id }) =>
        id.startsWith('{ST}')
          ? Object.keys(STATES).map((area) => ({ id: id.replace('{ST}', area), code, area }))
          : [{ id, code, area: '' }],
      ),
  );
}
