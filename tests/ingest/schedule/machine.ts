import { dayNumber } from '../../../service/calendar/dates.ts';
import type { Origin } from '../../../service/contract/catalog.ts';
import { createScheduler } from '../../../service/ingest/schedule/scheduler.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

function day(text: string): number {
  const found = dayNumber(text);
  if (found === undefined) throw new Error(`${text} is no date`);
  return found;
}

/** A scheduler on the test's clock, with a record of its refreshes and their times. */
export function machine(
  start: string,
  held: Record<string, string>,
  origin: Origin = 'publisher',
  lastAskedAt?: number,
) {
  let now = Date.parse(start);
  const asked: string[] = [];
  const logs: string[] = [];
  const lasts = new Map(Object.entries(held).map(([id, date]) => [id, day(date)]));
  let isOn = true;
  let isItsTurn = true;
  let allowsFred = true;
  let answer = (_dataset: string): number => 0;
  const scheduler = createScheduler({
    now: () => now,
    isOn: () => isOn,
    allowsFred: () => allowsFred,
    // The refresh is due two minutes after each release.
    share: () => 0,
    holdings: () =>
      [...lasts].map(([dataset, last]) => ({
        dataset,
        origin,
        series: [{ code: 'one', area: '', count: 1, first: last, last }],
      })),
    lastAskedAt: () => lastAskedAt,
    isRefreshable: (dataset) => dataset !== 'jolts',
    isItsTurn: () => isItsTurn,
    refresh: async (dataset) => {
      asked.push(`${dataset} ${new Date(now).toISOString().slice(0, 16)}`);
      return answer(dataset);
    },
    log: (line) => logs.push(line),
  });
  return {
    scheduler,
    asked,
    logs,
    set: (iso: string) => {
      now = Date.parse(iso);
    },
    /** Lets time pass while the machine runs: one tick every 30 seconds. */
    async run(ms: number) {
      for (const end = now + ms; now < end; ) {
        now += 30_000;
        await scheduler.tick();
      }
    },
    /** Lets time pass without a tick. */
    sleep: (ms: number) => {
      now += ms;
    },
    arrives: (dataset: string, date: string) => lasts.set(dataset, day(date)),
    allowFred: (on: boolean) => {
      allowsFred = on;
    },
    /** Sets whether this node or another one refreshes. */
    turn: (isOwn: boolean) => {
      isItsTurn = isOwn;
    },
    switchTo: (on: boolean) => {
      isOn = on;
    },
    answers: (give: typeof answer) => {
      answer = give;
    },
    next: (dataset: string) => {
      const at = scheduler.datasets().find((one) => one.dataset === dataset)?.nextAt;
      return at === null || at === undefined ? null : new Date(at).toISOString();
    },
  };
}
