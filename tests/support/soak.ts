import fc from 'fast-check';

/**
 * In `npm run soak` every property gets its numbers from the run's seed, and ten times as many runs unless it sets their number
 * itself. In other runs fast-check takes a new seed each time, and prints it when a property fails.
 */
const seed = Number(process.env.ALMANAC_SOAK);
if (Number.isSafeInteger(seed)) fc.configureGlobal({ seed, numRuns: 1000 });
