import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { parquetBytes } from '../../service/tables/index.ts';

const JOB = {
  columns: [
    { name: 'date', kind: 'date' },
    { name: 'value', kind: 'number', canBeAbsent: true },
  ],
  footer: { createdBy: 'a test', facts: {} },
} as const;
const never = new AbortController().signal;

it('has the rows of all pieces, empty ones too', async () => {
  async function* pieces() {
    yield [];
    yield [
      ['2024-01-01', '1.50'],
      ['2024-01-02', ''],
    ];
    yield [];
    yield [['2024-01-03', '3']];
  }
  const bytes = await parquetBytes(JOB, pieces(), never);
  const file = bytes.slice().buffer;
  const rows = await parquetReadObjects({ file });
  expect(rows.map(({ value }) => value)).toEqual(['1.50', null, '3']);
});

it('ends where the client has gone, without another piece', async () => {
  const gone = new AbortController();
  let pieces = 0;
  async function* endless() {
    for (;;) {
      if (++pieces === 3) gone.abort();
      yield [['2024-01-01', '1']];
    }
  }
  await expect(parquetBytes(JOB, endless(), gone.signal)).rejects.toThrow('aborted');
  expect(pieces).toBe(3);
});

it('hands on what the reading of the rows throws', async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first row
  async function* broken(): AsyncGenerator<string[][]> {
    throw new Error('The data changed.');
  }
  await expect(parquetBytes(JOB, broken(), never)).rejects.toThrow('The data changed.');
});
