import type { OutgoingRequest } from '../contract/preferences.ts';
import type { Database } from '../store/index.ts';
import type { Outgoing, WorkAccess } from './types.ts';

type OutgoingRow = Omit<OutgoingRequest, 'headers'> & { headers: string };

const KEPT = 10_000;

/** @returns the table of what left this computer. */
export function openOutgoing(db: Database, { read, write, isReadOnly }: WorkAccess): Outgoing {
  const add = db.prepare(
    `INSERT INTO outgoing(at, method, url, purpose, dataset, headers, sent_bytes, received_bytes, status, problem)
     VALUES (@at, @method, @url, @purpose, @dataset, @headers, @sent_bytes, @received_bytes, @status, @problem)`,
  );
  const drop = db.prepare('DELETE FROM outgoing WHERE id <= ?');
  const page = db.prepare<[number, number], OutgoingRow>(
    'SELECT * FROM outgoing WHERE id < ? ORDER BY id DESC LIMIT ?',
  );
  const newer = db.prepare<[number], number>('SELECT count(*) FROM outgoing WHERE id >= ?').pluck();
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
    list: ({ limit, before = Number.MAX_SAFE_INTEGER }, publisherHosts) =>
      read(() => {
        const all = urls.all();
        return {
          requests: page.all(before, limit).map((row) => ({ ...row, headers: JSON.parse(row.headers) })),
          newer: newer.get(before) ?? 0,
          total: all.length,
          elsewhere: all.filter((url) => !publisherHosts.includes(new URL(url).host)).length,
          since: since.get() ?? null,
        };
      }),
  };
}
