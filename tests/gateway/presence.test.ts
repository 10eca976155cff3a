import { expect, test } from 'vitest';
import { endWhenIdle } from '../../electron/browser/end-when-idle.ts';
import { createPresence } from '../../electron/browser/presence.ts';

/** A clock that is moved by hand, a second at a time; what is due is called, and what it awaits is waited for. */
function handClock() {
  let nowMs = 0;
  const due = new Map<() => void, number>();
  return {
    nowMs: () => nowMs,
    after(delayMs: number, call: () => void) {
      due.set(call, nowMs + delayMs);
      return () => void due.delete(call);
    },
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        nowMs += 1_000;
        for (const [call, atMs] of [...due]) {
          if (atMs > nowMs) continue;
          due.delete(call);
          call();
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

function watched({ waitsForVisit = true, afterMs = 60_000 } = {}) {
  const clock = handClock();
  const presence = createPresence(clock.nowMs);
  const state = { isBusy: false, requests: 0, ends: 0 };
  const stop = endWhenIdle(
    { presence, isBusy: () => Promise.resolve(state.isBusy), requests: () => state.requests },
    {
      afterMs,
      waitsForVisit,
      clock,
      end() {
        state.ends += 1;
      },
    },
  );
  return { clock, presence, state, stop };
}

test('a page counts from its first report to its last, or until it has been silent for long', async () => {
  const clock = handClock();
  const presence = createPresence(clock.nowMs);
  presence.report('one', false);
  presence.report('two', false);
  expect(presence.count()).toBe(2);
  presence.report('one', true);
  expect(presence.count()).toBe(1);
  // In the background a page is let speak once a minute.
  await clock.pass(61);
  expect(presence.count()).toBe(1);
  presence.report('two', false);
  await clock.pass(149);
  expect(presence.count()).toBe(1);
  await clock.pass(1);
  expect(presence.count()).toBe(0);
});

test('it ends some time after the last page has gone, once', async () => {
  const { clock, presence, state } = watched();
  presence.report('page', false);
  await clock.pass(30);
  presence.report('page', true);
  await clock.pass(58);
  expect(state.ends).toBe(0);
  await clock.pass(120);
  expect(state.ends).toBe(1);
});

test('a reload is no end: the time begins anew with the next page', async () => {
  const { clock, presence, state } = watched();
  presence.report('before', false);
  presence.report('before', true);
  await clock.pass(50);
  presence.report('after', false);
  await clock.pass(50);
  presence.report('after', true);
  await clock.pass(50);
  expect(state.ends).toBe(0);
});

test('nothing is cut off: neither an import nor another tool that asks', async () => {
  const { clock, presence, state } = watched();
  presence.report('page', false);
  presence.report('page', true);
  state.isBusy = true;
  await clock.pass(300);
  state.isBusy = false;
  await clock.pass(50);
  state.requests += 1;
  await clock.pass(58);
  expect(state.ends).toBe(0);
  await clock.pass(10);
  expect(state.ends).toBe(1);
});

test('it waits for a first page without limit, except in the background, where nobody sees it', async () => {
  const inTerminal = watched();
  await inTerminal.clock.pass(3_600);
  expect(inTerminal.state.ends).toBe(0);
  const inBackground = watched({ waitsForVisit: false });
  await inBackground.clock.pass(61);
  expect(inBackground.state.ends).toBe(1);
});

test('after the watch is stopped nothing is ended', async () => {
  const { clock, stop, state } = watched({ waitsForVisit: false });
  stop();
  await clock.pass(300);
  expect(state.ends).toBe(0);
});

test('of pages with ever new ids no more are kept than a person opens', () => {
  const presence = createPresence(() => 0);
  for (let page = 0; page < 5_000; page += 1) presence.report(`page ${page}`, false);
  expect(presence.count()).toBe(1_000);
});
