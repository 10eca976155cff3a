import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Fetched, Session } from '../../sources/ways.ts';
import { openReader } from '../../store/index.ts';
import type { Blocks } from './blocks.ts';
import { type DownloadTools, download } from './download.ts';

import { findValidators, type Validators } from './validators.ts';
import { readWhole } from './whole-blocks.ts';

/** A session, with what only the refresh may use. */
export type OpenSession = Session & {
  /** Files fetched since the last call that can be requested with a condition next time; noted once they are imported. */
  takeFetched(): { url: string; source: string; validators: Validators }[];
  /** Whether the last `get` failed. The finished blocks are then kept. */
  wasInterrupted(): boolean;
};

type Parts = {
  dataDir: string;
  dataset: string;
  folder: string;
  blocks: Blocks;
  /** The publisher's. A request to another host is a bug. */
  hosts: readonly string[];
  /** @param source of the publication that is being fetched. */
  toolsFor(source: string): DownloadTools;
};

/** Opens a session for one way of fetching a dataset. */
export function openSession({ dataDir, dataset, folder, blocks, hosts, toolsFor }: Parts): OpenSession {
  let fetched: ReturnType<OpenSession['takeFetched']> = [];
  let isInterrupted = false;
  return {
    now: () => toolsFor('').clock.now(),
    async hasKey(publisher) {
      return (await toolsFor('').settings.keyFor?.(publisher)) !== undefined;
    },
    held: (code, area = '') => heldFromPublisher(dataDir, dataset, code, area),
    whole: () => readWhole(dataDir, dataset),
    async get(publication): Promise<Fetched> {
      const { host } = new URL(publication.url);
      if (!hosts.includes(host)) throw new Error(`${dataset}: ${host} is not among the hosts of its way.`);
      isInterrupted = true;
      const block = publication.isBlock ? await blocks.find(publication) : undefined;
      if (block) {
        isInterrupted = false;
        return { isUnchanged: false, ...block };
      }
      const isConditional = !publication.isBlock && !publication.form && !publication.json;
      const { url, source } = publication;
      const known = isConditional ? findValidators(dataDir, dataset, url) : undefined;
      const got = await download(publication, folder, known, toolsFor(source));
      if (!got.isUnchanged) {
        if (publication.isBlock) await blocks.keep(publication, got.path);
        if (isConditional) fetched.push({ url, source, validators: got.validators });
      }
      isInterrupted = false;
      return got;
    },
    async write(fileName, text) {
      const file = path.join(folder, fileName);
      await writeFile(file, text);
      return file;
    },
    takeFetched() {
      const taken = fetched;
      fetched = [];
      return taken;
    },
    wasInterrupted: () => isInterrupted,
  };
}

function heldFromPublisher(dataDir: string, dataset: string, code: string | undefined, area: string) {
  const reader = openReader(dataDir);
  try {
    const holding = reader.holdings().find((each) => each.dataset === dataset);
    if (holding?.origin !== 'publisher') return undefined;
    const of =
      code === undefined
        ? holding
        : holding.series.find((series) => series.code === code && series.area === area);
    return of && of.first !== null && of.last !== null ? { first: of.first, last: of.last } : undefined;
  } finally {
    reader.close();
  }
}
