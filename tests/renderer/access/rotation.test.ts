import { describe, expect, test } from 'vitest';
import {
  firstUse,
  oldUse,
  type Passed,
  parseRotation,
  rotationStep,
  rotationText,
} from '../../../renderer/access/rotation.ts';
import { keyLine, NOW } from './lines.ts';

const REVOKED = { revoked_at: '2026-11-21T09:59:00.000Z' };
const USED = { last_used_at: '2026-11-21T09:59:00.000Z', last_client: 'curl/8.5.0' };

describe('the step of a rotation', () => {
  const at = (old: object, next: object | undefined, passed: Passed = null, isShown = false) =>
    rotationStep(keyLine(old), next && keyLine(next), { passed, isShown });

  test('goes from the first to the last', () => {
    expect(at({}, undefined)).toBe('create');
    expect(at({}, {}, null, true)).toBe('deploy');
    expect(at({}, {}, 'deploy', true)).toBe('verify');
    expect(at({}, USED, 'deploy', true)).toBe('verify');
    expect(at({}, USED, 'verify', true)).toBe('revoke');
    expect(at(REVOKED, USED, 'verify', true)).toBe('done');
  });

  test('follows from the keys alone when the rotation is continued', () => {
    expect(at({}, {})).toBe('deploy');
    expect(at({}, USED)).toBe('verify');
    expect(at(REVOKED, USED)).toBe('done');
  });

  test('a key that is still shown stays shown when it is first used', () => {
    expect(at({}, USED, null, true)).toBe('deploy');
  });

  test('nothing is revoked before the new key was used', () => {
    for (const passed of [null, 'deploy', 'verify'] as const)
      for (const isShown of [true, false]) expect(at({}, {}, passed, isShown)).not.toBe('revoke');
  });

  test('a new key that was revoked meanwhile has to be made again', () => {
    expect(at({}, { ...USED, ...REVOKED }, 'verify')).toBe('create');
  });
});

test('the address holds the ids of the keys', () => {
  for (const rotation of [
    { old: 'abc234', next: null },
    { old: 'abc234', next: 'def567' },
  ])
    expect(parseRotation(rotationText(rotation))).toEqual(rotation);
  expect(parseRotation(undefined)).toBeUndefined();
  expect(parseRotation('')).toBeUndefined();
  expect(parseRotation(',def567')).toBeUndefined();
});

describe('whether the old key is still in use', () => {
  const next = keyLine({ created_at: '2026-11-21T09:50:00.000Z' });

  test('never used', () => {
    expect(oldUse(keyLine(), [], next, NOW)).toEqual({
      isQuiet: true,
      text: '“Excel at work” was never used.',
    });
  });

  test('not used since the new one was made', () => {
    const old = keyLine({ last_used_at: '2026-11-21T09:40:00.000Z', last_client: 'curl/8.5.0' });
    expect(oldUse(old, [], next, NOW)).toEqual({
      isQuiet: true,
      text: '“Excel at work” has not been used since the new key was made; before that 20 minutes ago by curl/8.5.0.',
    });
  });

  test('used, and by whom, each named once', () => {
    const old = keyLine(USED);
    const call = (at: string, client: string | null) => ({ at, client });
    const calls = [
      call('2026-11-21T09:59:00.000Z', 'curl/8.5.0'),
      call('2026-11-21T09:58:00.000Z', 'python-requests/2.32.3'),
      call('2026-11-21T09:57:00.000Z', 'curl/8.5.0'),
      call('2026-11-21T09:30:00.000Z', 'Wget/1.24'),
    ];
    expect(oldUse(old, calls, next, NOW)).toEqual({
      isQuiet: false,
      text: '“Excel at work” is still in use since the new key was made: last 1 minute ago, by curl/8.5.0, by python-requests/2.32.3.',
    });
    // After a restart the service has forgotten the calls, but not the last use.
    expect(oldUse(old, [], next, NOW).text).toMatch(/last 1 minute ago, by curl\/8\.5\.0\.$/);
  });
});

describe('the first use of the new key', () => {
  const call = { at: '2026-11-21T09:55:00.000Z', client: 'curl/8.5.0', status: 200 };

  test('there is none until it is used', () => {
    expect(firstUse(keyLine(), [])).toBeUndefined();
  });

  test('is the oldest call, while the first is remembered', () => {
    const calls = [{ ...call, at: '2026-11-21T09:59:00.000Z' }, call];
    expect(firstUse(keyLine(USED), calls)).toBe(
      'First request with the new key: 2026-11-21 09:55:00 UTC, by curl/8.5.0, answered 200.',
    );
  });

  test('is not shown where it is not remembered', () => {
    const last = 'Last request with the new key: 2026-11-21 09:59:00 UTC, by curl/8.5.0.';
    expect(firstUse(keyLine(USED), [])).toBe(last);
    expect(
      firstUse(
        keyLine(USED),
        Array.from({ length: 50 }, () => call),
      ),
    ).toBe(last);
  });
});
