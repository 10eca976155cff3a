import { Failure } from '../contract/failure.ts';
import { openIncidents } from '../process/incidents.ts';

/** Fills an empty folder. Makes nothing where any other data are held. @returns the runs, one for each dataset. */
export async function fillWithSample({ dataDir, now }: { dataDir: string; now: () => Date }) {
  const { makeSample } = await import('../ingest/sample/index.ts');
  return makeSample({ dataDir, now });
}

/**
 * What a person asks for, on an empty folder.
 * @returns how many datasets were filled.
 * @throws Failure 'wrong_usage' as long as the word of data that were lost here has not been dismissed.
 */
export async function makeAskedSample(options: { dataDir: string; now: () => Date }): Promise<number> {
  if (openIncidents(options.dataDir).some(({ what }) => what === 'data'))
    throw new Failure(
      'wrong_usage',
      'The data that were here are lost or set aside: no sample data are made in their place. Rescue, restore or refresh them, or dismiss the notice first.',
    );
  return (await fillWithSample(options)).length;
}
