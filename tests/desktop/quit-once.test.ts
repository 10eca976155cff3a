import { expect, test, vi } from 'vitest';
import { quitOnce } from '../../electron/desktop/index.ts';

function open(stop: () => Promise<void>) {
  let ring: (() => void) | undefined;
  const cancel = vi.fn(() => {
    ring = undefined;
  });
  const [quit, exit, lines] = [vi.fn(), vi.fn(), [] as string[]];
  const listener = quitOnce({
    stop,
    quit,
    exit,
    log: (line) => lines.push(line),
    after: (_, call) => {
      ring = call;
      return cancel;
    },
  });
  const ask = (): boolean => {
    const preventDefault = vi.fn();
    listener({ preventDefault });
    return preventDefault.mock.calls.length > 0;
  };
  return { ask, quit, exit, lines, cancel, ring: () => ring?.() };
}

test('the first quit stops everything, however often it is asked for, and then the app quits', async () => {
  let stopped: (() => void) | undefined;
  const stop = vi.fn(() => new Promise<void>((resolve) => (stopped = resolve)));
  const { ask, quit, exit, cancel } = open(stop);
  expect([ask(), ask(), ask()]).toEqual([true, true, true]);
  expect(stop).toHaveBeenCalledOnce();
  expect(quit).not.toHaveBeenCalled();
  stopped?.();
  await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
  expect(cancel).toHaveBeenCalledOnce();
  // Quitting asks once more, and now nothing stands in the way.
  expect(ask()).toBe(false);
  expect(exit).not.toHaveBeenCalled();
});

test('the app is ended by force if it does not end in time', () => {
  const { ask, ring, exit, lines } = open(() => new Promise(() => undefined));
  ask();
  ring();
  expect(exit).toHaveBeenCalledWith(1);
  expect(lines[0]).toContain('5000 ms');
});

test('an error while stopping is logged, and the app still quits', async () => {
  const { ask, quit, lines } = open(() => Promise.reject(new Error('no')));
  ask();
  await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
  expect(lines[0]).toContain('no');
});
