export * from './open-keys.ts';
export * from './types.ts';
export { DAY_MS, exceededBy, MINUTE_MS, quotaOf, RATE_LIMIT_POLICY } from './usage.ts';
