import type { TeamDatabase } from '../connect.ts';
import { NOTE } from './statements.ts';

const FLUSH_MS = 5000;
const CLIENT_LENGTH = 120;

type Use = { id: string; at: string; client: string | null };

/** Collects when and by what each key was last used, and writes it every few seconds. Nothing depends on it but the list of keys. */
export function noteUse(options: { database: TeamDatabase; now: () => Date; log: (line: string) => void }) {
  const { database, now, log } = options;
  let uses = new Map<string, Use>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (uses.size === 0) return;
    const written = uses;
    uses = new Map();
    try {
      await database.query(NOTE, [JSON.stringify([...written.values()])]);
    } catch (error) {
      // They are tried again with the next ones.
      uses = new Map([...written, ...uses]);
      log(`When keys were last used could not be noted: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    note(keyId: string, client: string | undefined): void {
      const name = client?.slice(0, CLIENT_LENGTH) ?? uses.get(keyId)?.client ?? null;
      uses.set(keyId, { id: keyId, at: now().toISOString(), client: name });
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
    close: flush,
  };
}
