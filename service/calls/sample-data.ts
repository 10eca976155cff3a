import { Failure } from '../contract/failure.ts';
import { openIncidents } from '../process/incidents.ts';

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
