import fc from 'fast-check';

/**
 * `npm run soak` gives every property numbers of its seed; those that do not say how often they are tried get ten times as
 * many runs. Elsewhere fast-check takes a new seed each time, and prints it where a property fails.
 */
const seed = Number(process.env.ALMANAC_SOAK);
if (Number.isSafeInteger(seed)) fc.configureGlobal({ seed, numRuns: 1000 });
