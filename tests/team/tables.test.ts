import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCopy } from '../../service/store/copy/index.ts';
import { cellsOfLine, copyLine, rowsOfCopy } from '../../service/team/pull.ts';
import { jolts, makeTeam, postgresOfFile } from './team.ts';
import { temporaryFolder } from './temporary.ts';

const cell = fc.oneof(
  fc.string({
    unit: fc.oneof(fc.constantFrom('\\', '\t', '\n', '\r', 'N', '.', 'n'), fc.string({ unit: 'binary' })),
  }),
  fc.constant(null),
);

describe('the lines of COPY', () => {
  it('keep any row, however the bytes are cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.maxSafeInteger(), cell, cell)),
        fc.integer({ min: 1, max: 50 }),
        async (rows, size) => {
          const bytes = Buffer.from(rows.map(copyLine).join(''));
          const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          );
          const read: unknown[] = [];
          for await (const some of rowsOfCopy(Readable.from(pieces), [true, false, false]))
            read.push(...some);
          expect(read).toEqual(rows);
        },
      ),
    );
  });

  it('escape characters that are special to PostgreSQL with a backslash', () => {
    expect(copyLine([7, null, 'a\\b\nc\rd\te', '', '\\N', -0.5])).toBe(
      '7\t\\N\ta\\\\b\\nc\\rd\\te\t\t\\\\N\t-0.5\n',
    );
    expect(copyLine([])).toBe('\n');
    const line = '7\t\\N\t\\\\\\n\\r\\t\\b\\f\\v\\x\t8';
    expect(cellsOfLine(line, [true, true, false, false])).toEqual([7, null, '\\\n\r\t\b\f\vx', '8']);
  });

  it('are refused if they end in the middle', async () => {
    const read = rowsOfCopy(Readable.from([Buffer.from('1\ta')]), [true, false]);
    await expect(read.next()).rejects.toThrow(/middle of a line/);
    expect(cellsOfLine('\\N\t\\\\N', [false, false])).toEqual([null, '\\N']);
  });
});

describe('the tables of the team’s database', () => {
  const postgres = postgresOfFile();

  it('have the columns and keys of data.sqlite', async () => {
    const folder = temporaryFolder('tables');
    const copy = openCopy(folder);
    onTestFinished(() => copy.close());
    const team = await makeTeam(postgres);
    for (const { name, columns, key, numbers } of copy.tables) {
      const found = await team.query<{ name: string; type: string }>(
        `SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = '${name}'`,
      );
      const type = (column: string) => (numbers.has(column) ? 'bigint' : 'text');
      const right = [...columns, 'version'].map((column) => ({
        name: column,
        type: column === 'version' ? 'bigint' : type(column),
      }));
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
      expect(found.sort(byName), name).toEqual(right.sort(byName));
      const keys = await team.query<{ name: string }>(
        `SELECT a.attname AS name FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY k(number, at)
         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
         WHERE i.indrelid = '"${name}"'::regclass AND i.indisprimary ORDER BY k.at`,
      );
      expect(
        keys.map((one) => one.name),
        name,
      ).toEqual(key);
    }
  });

  it('keep any text as it is', async () => {
    const team = await makeTeam(postgres);
    const [one, two] = [team.node('one'), team.node('two')];
    const name = 'a\\b\tc\rd';
    await one.importText(`series,as_of,ticker,name,sector,weight\nSP500,2024-01-01,A,"${name}",,6\n`);
    await two.follow();
    const [held] = await team.query<{ name: string }>('SELECT name FROM constituent');
    const [mine] = one.dump().constituent as { name: string }[];
    expect([held?.name, two.dump().constituent]).toEqual([mine?.name, one.dump().constituent]);
  });

  it('can be read with dates as text', async () => {
    const team = await makeTeam(postgres);
    await team.node('one').importText(jolts(8000));
    expect(await team.query('SELECT dataset, code, area, date, value, source FROM observation_text')).toEqual(
      [
        {
          dataset: 'jolts',
          code: 'job_openings_level_sa',
          area: '',
          date: '2024-01-01',
          value: '8000',
          source: 'long-csv',
        },
      ],
    );
  });
});
