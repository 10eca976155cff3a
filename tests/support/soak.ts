import fc from 'fast-check';

/**
 * In `npm run soak` every property takes the run's seed, and has ten times as many runs unless it sets their
 * number itself. In other runs fast-check takes a new seed, and prints it if a property fails.
 */
const seed = Number(process.env.ALMANAC_SOAK);
if (Number.isSafeInteger(seed)) fc.configureGlobal({ seed, numRuns: 1000 });
