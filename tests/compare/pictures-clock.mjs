/** Stops the clock of the host and the service: what they say of today, and of how long ago, is the same in each run. */
const NOW = Date.parse('2026-11-20T15:00:00Z');
const Clock = Date;
globalThis.Date = class extends Clock {
  constructor(...words) {
    super(...(words.length === 0 ? [NOW] : words));
  }
  static now() {
    return NOW;
  }
};
