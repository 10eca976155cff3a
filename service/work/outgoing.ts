import type { OutgoingRequest } from '../contract/preferences.ts';
import type { Database } from '../store/index.ts';
import type { Outgoing } from './types.ts';

type How = { read: <T>(work: () => T) => T; write: <T>(work: () => T) => T; isReadOnly: boolean };
type Row = Omit<OutgoingRequest, 'headers'> & { headers: string };

const KEPT = 10_000;

/** @returns the table of what left this computer. */
export function openOutgoing(db: Database, { read, write, isReadOnly }: How): Outgoing {
  const add = db.prepare(
    `INSERT INTO outgoing(at, method, url, purpose, dataset, headers, sent_bytes, received_bytes, status, problem)
     VALUES (@at, @method, @url, @purpose, @dataset, @headers, @sent_bytes, @received_bytes, @status, @problem)`,
  );
  const drop = db.prepare('DELETE FROM outgoing WHERE id <= ?');
  const newest = db.prepare<[number], Row>('SELECT * FROM outgoing ORDER BY id DESC LIMIT ?');
  const since = db.prepare<[], string | null>('SELECT min(at) FROM outgoing').pluck();
  const urls = db.prepare<[], string>('SELECT url FROM outgoing').pluck();
  return {
    note(request) {
      if (isReadOnly) return;
      write(() => {
        const { lastInsertRowid } = add.run({ ...request, headers: JSON.stringify(request.headers) });
        drop.run(Number(lastInsertRowid) - KEPT);
      });
    },
    list: (limit, publisherHosts) =>
      read(() => {
        const all = urls.all();
        return {
          requests: newest.all(limit).map((row) => ({ ...row, headers: JSON.parse(row.headers) })),
          total: all.length,
          elsewhere: all.filter((url) => !publisherHosts.includes(new URL(url).host)).length,
          since: since.get() ?? null,
        };
      }),
  };
}
