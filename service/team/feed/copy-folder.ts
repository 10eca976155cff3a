import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as Type from 'typebox';
import { fits } from '../../contract/fits.ts';
import { TEAMS_FOLDER, TeamAbout } from '../../contract/team.ts';
import { writeWholeFile } from '../../process/whole-file.ts';
import { guarded } from '../../store/index.ts';

/** Which team was last found at an address: a start without the network shows that team's copy. */
const ADDRESSES_FILE = 'addresses.json';
const Addresses = Type.Object({}, { additionalProperties: TeamAbout.properties.team });

/** @param address checked (`checkedTeamAddress`). */
export function knownTeam(dataDir: string, address: string): string | undefined {
  return knownTeams(dataDir)[address];
}

export function noteTeam(dataDir: string, address: string, team: string): void {
  const folder = join(dataDir, TEAMS_FOLDER);
  guarded(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const known = { ...knownTeams(dataDir), [address]: team };
    writeWholeFile(join(folder, ADDRESSES_FILE), `${JSON.stringify(known, null, 1)}\n`);
  });
}

export function copyFolder(dataDir: string, team: string): string {
  return join(dataDir, TEAMS_FOLDER, team);
}

/** A file that is no such table counts as none: the team is asked again. */
function knownTeams(dataDir: string): Record<string, string> {
  try {
    const read: unknown = JSON.parse(readFileSync(join(dataDir, TEAMS_FOLDER, ADDRESSES_FILE), 'utf8'));
    return fits(Addresses, read) ? { ...(read as Record<string, string>) } : {};
  } catch {
    return {};
  }
}
