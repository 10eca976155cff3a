import { Failure } from '../contract/failure.ts';
import { DATASETS } from '../datasets/index.ts';
import { openIncidents } from '../process/incidents.ts';
import type { Reader } from '../store/index.ts';

/**
 * @returns whether `fillWithSample` would make something: no dataset has other data than a sample, and some has none. It loads nothing,
 * unlike that.
 */
export function lacksSample({ origin }: Pick<Reader, 'origin'>): boolean {
  const origins = DATASETS.map(({ id }) => origin(id));
  return origins.includes(undefined) && origins.every((one) => one === undefined || one === 'sample');
}

/** Makes sample data in an empty data folder, and nothing if it already has other data. @returns the runs, one for each dataset. */
export async function fillWithSample({ dataDir, now }: { dataDir: string; now: () => Date }) {
  const { makeSample } = await import('../ingest/sample/index.ts');
  return makeSample({ dataDir, now });
}

/**
 * Makes sample data because a person asked for them.
 * @returns how many datasets were filled.
 * @throws Failure 'wrong_usage' as long as nobody has dismissed the notice that data in this folder were lost.
 */
export async function makeAskedSample(options: { dataDir: string; now: () => Date }): Promise<number> {
  if (openIncidents(options.dataDir).some(({ what }) => what === 'data'))
    throw new Failure(
      'wrong_usage',
      'The data that were here are lost or set aside: no sample data are made in their place. Rescue, restore or refresh them, or dismiss the notice first.',
    );
  return (await fillWithSample(options)).length;
}
