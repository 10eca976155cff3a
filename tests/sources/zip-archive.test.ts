import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { membersInHead, openZip, unpack } from '../../service/sources/zip-archive.ts';
import { archive, type Member } from './archive-fixtures.ts';

const MB = 1 << 20;
function contents(bytes: Buffer, largest = 64 * MB): Record<string, string> {
  return Object.fromEntries(
    openZip('z.zip', bytes).map((member) => [
      member.name,
      Buffer.concat([...unpack('z.zip', member, largest)].map((part) => Buffer.from(part))).toString(),
    ]),
  );
}
const failure = (bytes: Buffer, largest?: number) => {
  try {
    contents(bytes, largest);
  } catch (error) {
    if (error instanceof Error && error.name === 'Failure') return error.message;
    throw error;
  }
  return 'no failure';
};
const text = 'Wednesday level '.repeat(5000);
const good: Member[] = [
  { name: 'a.txt', data: text },
  { name: 'deep/b.txt', data: 'b', isStored: true },
  { name: 'c.txt', data: `${text}c`, isStreamed: true },
  { name: 'empty', data: '' },
];

describe('reading ZIP archives', () => {
  test('deflated, stored, streamed and empty members are read, with a comment at the end', () => {
    expect(contents(archive(good, 'PK\x05\x06 is in this comment'))).toEqual({
      'a.txt': text,
      'deep/b.txt': 'b',
      'c.txt': `${text}c`,
      empty: '',
    });
  });

  test('archives of another program are read correctly', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40_000 }), { maxLength: 4 }),
        fc.integer({ min: 0, max: 9 }),
        (all, level) => {
          const files = Object.fromEntries(all.map((data, at) => [`f${at}`, data]));
          const packed = Buffer.from(zipSync(files, { level: level as 0 | 6 | 9 }));
          const members = openZip('z.zip', packed);
          expect(members.map(({ name }) => name)).toEqual(Object.keys(files));
          for (const [at, member] of members.entries()) {
            expect(Buffer.concat([...unpack('z.zip', member, MB)]).equals(Buffer.from(all[at] ?? []))).toBe(
              true,
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each<[string, Member, string]>([
    ['another checksum', { name: 'a', data: text, says: { crc: 1 } }, 'does not have the size and checksum'],
    [
      'a larger size',
      { name: 'a', data: text, says: { size: text.length + 1 } },
      'does not have the size and checksum',
    ],
    ['a smaller size', { name: 'a', data: text, says: { size: 10 } }, 'is larger than its directory says'],
    [
      'another name',
      { name: 'a', data: text, says: { name: 'b' } },
      '"b" does not match its directory entry',
    ],
    ['encryption', { name: 'a', data: text, says: { flags: 1 } }, 'holds "a" encrypted'],
    [
      'another method',
      { name: 'a', data: text, says: { method: 12 } },
      'packed by a method (12) that is not read',
    ],
    [
      'text that is not packed',
      { name: 'a', data: text, isStored: true, says: { method: 8 } },
      'cannot be unpacked',
    ],
  ])('%s is refused', (_, member, message) => {
    expect(failure(archive([member]))).toContain(message);
  });

  test('a duplicate name is refused', () => {
    expect(
      failure(
        archive([
          { name: 'a', data: '1' },
          { name: 'a', data: '2' },
        ]),
      ),
    ).toContain('"a" is in it twice');
  });

  test('a bomb is refused by its ratio, by its size, and if it lies about them', () => {
    const zeros = Buffer.alloc(24 * MB);
    expect(failure(archive([{ name: 'bomb', data: zeros }]))).toBe(
      'z.zip holds "bomb", packed by more than 200 to 1: no file of data is.',
    );
    expect(failure(archive([{ name: 'big', data: zeros, isStored: true }]), 10 * MB)).toBe(
      'z.zip holds "big", which would be 24 MB; no such file is larger than 10 MB.',
    );
    expect(failure(archive([{ name: 'liar', data: zeros, says: { size: 1000 } }]))).toContain(
      'is larger than its directory says',
    );
  });

  test('a large member is unpacked in small chunks, between which the import may stop', () => {
    const data = Array.from({ length: 1_000_000 }, (_, at) => `${(at * 7919) % 999_983},`).join('');
    const [member] = openZip('z.zip', archive([{ name: 'a', data }]));
    if (!member) throw new Error('no member');
    const sizes = [...unpack('z.zip', member, 64 * MB)].map((piece) => piece.length);
    expect(sizes.length).toBeGreaterThanOrEqual(Math.floor(member.packed.length / (16 << 10)));
    expect(Math.max(...sizes)).toBeLessThan(MB);
  });

  test('an archive cut anywhere is refused', () => {
    const whole = archive(good);
    for (let length = 0; length < whole.length; length += 1 + Math.floor(whole.length / 700)) {
      expect(failure(whole.subarray(0, length))).toMatch(/cut off|damaged/);
    }
  });

  test('the beginning alone gives the members’ names', () => {
    const [first, second] = membersInHead(archive(good).subarray(0, 1000));
    expect([first?.name, second?.name]).toEqual(['a.txt', 'deep/b.txt']);
    expect(text.startsWith(first?.text() ?? 'x') && (first?.text().length ?? 0) > 1000).toBe(true);
    expect(membersInHead(Buffer.from('date,value'))).toEqual([]);
  });
});
