import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import type { Incident, Rescue } from '../contract/incidents.ts';
import { commandLine } from './command-line.ts';
import { writeWholeFile } from './whole-file.ts';

/** The file with dismissed incidents, removed files, and the result of each rescue. */
export const INCIDENTS_FILE = 'incidents.json';

/** File names that the store's `setAside` uses. */
const SET_ASIDE = /^(data|keys|work)\.sqlite\.broken-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-\d+)?$/;

type KeptIncidents = {
  removed: Pick<Incident, 'id' | 'what' | 'at'>[];
  dismissed: string[];
  rescues: Record<string, Rescue>;
};

/** Lists incidents, newest first. Files set aside are found by name, even if nothing was recorded. */
export function incidentsOf(dataDir: string): Incident[] {
  const kept = readKept(dataDir);
  const damaged = namesIn(dataDir).flatMap((id): Omit<Incident, 'is_dismissed' | 'rescue'>[] => {
    const [, what, date, hours, minutes, seconds] = SET_ASIDE.exec(id) ?? [];
    if (what !== 'data' && what !== 'keys' && what !== 'work') return [];
    const at = `${date}T${hours}:${minutes}:${seconds}.000Z`;
    return [{ id, kind: 'damaged', what, at, file: join(dataDir, id) }];
  });
  const removed = kept.removed.map((one) => ({ ...one, kind: 'removed' as const, file: null }));
  return [...damaged, ...removed]
    .map((one) => ({
      ...one,
      is_dismissed: kept.dismissed.includes(one.id),
      rescue: kept.rescues[one.id] ?? null,
    }))
    .sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));
}

/** @returns the incidents that nobody has dismissed yet. */
export function openIncidents(dataDir: string): Incident[] {
  return incidentsOf(dataDir).filter((one) => !one.is_dismissed);
}

/** True if a damaged or removed file took the folder's data. No sample data are made in their place. */
export function hasLostData(dataDir: string): boolean {
  return incidentsOf(dataDir).some(({ what }) => what === 'data');
}

/** @returns the path of an incident's damaged data file. @throws Failure 'invalid_file' if it has none. */
export function damagedFile(dataDir: string, id: string): string {
  const found = incidentsOf(dataDir).find((one) => one.id === id);
  if (found?.file && found.what === 'data') return found.file;
  throw new Failure('invalid_file', `There is no damaged data file ${id} to rescue from.`);
}

/** Records that a file was deleted or replaced while the service ran. @throws the file system's error. */
export function noteRemoved(dataDir: string, what: Incident['what'], now: Date): void {
  const at = now.toISOString();
  change(dataDir, (kept) => ({ ...kept, removed: [...kept.removed, { id: `removed-${at}`, what, at }] }));
}

/** Marks an incident as dismissed. Does nothing if the id is unknown. @throws the file system's error. */
export function dismissIncident(dataDir: string, id: string): void {
  if (!incidentsOf(dataDir).some((one) => one.id === id)) return;
  change(dataDir, (kept) => ({ ...kept, dismissed: [...new Set([...kept.dismissed, id])] }));
}

/** Records a rescue with its file's incident, if there is one. @throws the file system's error. */
export function noteRescue(dataDir: string, rescue: Rescue): void {
  if (!incidentsOf(dataDir).some(({ id }) => id === rescue.file)) return;
  change(dataDir, (kept) => ({ ...kept, rescues: { ...kept.rescues, [rescue.file]: rescue } }));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Opening the folder will report the error.
    return [];
  }
}

/** An unreadable file counts as empty: dismissed incidents are shown again, but none is hidden. */
function readKept(dataDir: string): KeptIncidents {
  const noIncidents: KeptIncidents = { removed: [], dismissed: [], rescues: {} };
  const file = join(dataDir, INCIDENTS_FILE);
  if (!existsSync(file)) return noIncidents;
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isKept(read) ? read : noIncidents;
  } catch {
    return noIncidents;
  }
}

function isKept(read: unknown): read is KeptIncidents {
  if (typeof read !== 'object' || read === null) return false;
  const { removed, dismissed, rescues } = read as Partial<Record<keyof KeptIncidents, unknown>>;
  const isRemoval = (one: unknown): boolean =>
    typeof one === 'object' &&
    one !== null &&
    ['id', 'what', 'at'].every((name) => typeof (one as Record<string, unknown>)[name] === 'string');
  return (
    Array.isArray(removed) &&
    removed.every(isRemoval) &&
    Array.isArray(dismissed) &&
    dismissed.every((id) => typeof id === 'string') &&
    typeof rescues === 'object' &&
    rescues !== null
  );
}

function change(dataDir: string, how: (kept: KeptIncidents) => KeptIncidents): void {
  writeWholeFile(join(dataDir, INCIDENTS_FILE), `${JSON.stringify(how(readKept(dataDir)), null, 1)}\n`);
}

const newKeys = (dataDir: string) =>
  `Make new ones: ${commandLine`keys create --label L --data-dir ${dataDir}`}`;

const REMOVED_ADVICE = {
  data: () => 'Restore a back-up, or refresh.',
  keys: newKeys,
  work: () => 'Restore a back-up, which has it too.',
};

/** @returns a line for the log and the command line: what happened and what to do. */
export function incidentLine({ kind, what, at, file, rescue }: Incident, dataDir: string): string {
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  if (kind === 'removed')
    return `${what}.sqlite was removed or replaced on ${when} while the service ran. Its content is lost. ${REMOVED_ADVICE[what](dataDir)}`;
  if (what === 'keys')
    return `keys.sqlite was damaged and set aside on ${when} as ${file}. API keys made before no longer work. ${newKeys(dataDir)}`;
  if (what === 'work')
    return `work.sqlite was damaged and set aside on ${when} as ${file}. What you had confirmed or saved in it is not shown; restore a back-up, which has it too.`;
  const offer = rescue === null ? 'rescue what can be read' : 'rescue again what can be read';
  return `data.sqlite was damaged and set aside on ${when} as ${file}. Restore a back-up, or refresh, or ${offer}: ${commandLine`rescue ${file ?? 'FILE'} --data-dir ${dataDir}`}`;
}
