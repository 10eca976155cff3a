import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMMAND_LINE } from '../../support/programs.ts';
import { freePort, unprivileged } from '../postgres.ts';

/** The machines of the operator's page, simulated on one: each has a folder and a loopback address. */
export type Fleet = {
  folder: string;
  /** Address of a machine: `127.1.2.11` for db1. */
  address(machine: string): string;
  /** Applies the table of substitutions to text of the page, for one machine. */
  substituted(machine: string, text: string): string;
  /** Runs commands on a machine. @returns their output. @throws Error with the output if one fails. */
  run(machine: string, text: string): Promise<string>;
  /** Runs a block on its machines, or on `machines`. Only the block's own `set -e` stops its shell. */
  runBlock(
    block: { machines: readonly string[]; text: string },
    machines?: readonly string[],
  ): Promise<string>;
  /** @returns the process id of a unit; `undefined` if it does not run. */
  pid(machine: string, unit: string): number | undefined;
  /** @returns the process id of a machine's PostgreSQL. */
  postmaster(machine: string): number | undefined;
  file(machine: string, name: string): string;
  ports: { web: number; primary: number; standbys: number };
  end(): void;
};

const NEEDED = [
  ['patroni', '/usr/bin/patroni'],
  ['etcd-server', '/usr/bin/etcd'],
  ['etcd-client', '/usr/bin/etcdctl'],
  ['haproxy', '/usr/sbin/haproxy'],
  ['pgbouncer', '/usr/sbin/pgbouncer'],
  ['postgresql-15', '/usr/lib/postgresql/15/bin/postgres'],
  ['openssl', '/usr/bin/openssl'],
  ['curl', '/usr/bin/curl'],
  ['git', '/usr/bin/git'],
] as const;

/** @returns the missing packages of the page, with the command that installs them; '' if there are none. */
export function missingForFleet(): string {
  const missing = NEEDED.filter(([, program]) => !existsSync(program)).map(([name]) => name);
  return missing.length === 0
    ? ''
    : `not on this machine: ${missing.join(', ')} (apt-get install ${missing.join(' ')})`;
}

const LAST: Readonly<Record<string, number>> = {
  ...{ admin: 10, db1: 11, db2: 12, db3: 13, node1: 21, node2: 22, node3: 23, lb: 30 },
};

/** Makes the folders of the machines. Nothing runs yet. */
export async function openFleet(): Promise<Fleet> {
  // The folder's name is short because a socket's path has at most 107 characters.
  const folder = mkdtempSync(path.join(tmpdir(), 'fleet-'));
  const user = unprivileged();
  const network = `127.${((process.pid >> 8) % 254) + 1}.${process.pid % 256}`;
  const ports = { web: await freePort(), primary: await freePort(), standbys: await freePort() };
  const addressOf = (machine: string) => `${network}.${LAST[machine]}`;
  const folderOf = (machine: string) => path.join(folder, addressOf(machine));
  /** All differences from the page, as pattern and replacement. `@MACHINE@` is the machine's folder. */
  const table: readonly (readonly [string, string])[] = [
    // Loopback replaces the network; every client has the address 127.0.0.1.
    ['10\\.0\\.0\\.0/24', '127.0.0.0/8'],
    ['--behind-proxy \\$LB\\b', '--behind-proxy 127.0.0.1'],
    ['10\\.0\\.0\\.([0-9])', `${network}.\\1`],
    // Both names of the page become this machine.
    ['https://\\$WEB_NAME', `https://localhost:${ports.web}`],
    ['(db|almanac)\\.example\\.org', 'localhost'],
    ['https://git\\.example\\.org/almanac\\.git', `file://${folder}/repository`],
    // Free ports, which need no rights.
    ['bind :443\\b', `bind 127.0.0.1:${ports.web}`],
    ['bind :5000\\b', `bind 127.0.0.1:${ports.primary}`],
    ['bind :5001\\b', `bind 127.0.0.1:${ports.standbys}`],
    ['\\b5000\\b', `${ports.primary}`],
    ['\\b5001\\b', `${ports.standbys}`],
    // Without root, HAProxy cannot change its user.
    ['^  (chroot|user|group) .*haproxy$', ''],
    ['log /dev/log local0', 'log stderr format raw local0'],
    // This path to Node has no blanks, which units and scripts would have to quote.
    ['/usr/bin/node\\b', `${folder}/node`],
    ['(^|[ "\'=:(>-])/(etc|var|run|srv|opt|root|usr/local)/', '\\1@MACHINE@/\\2/'],
    ['(^|[ "\'=:(>-])/(etc|var|run|srv|opt|root|usr/local)/', '\\1@MACHINE@/\\2/'],
  ];
  symlinkSync(process.execPath, path.join(folder, 'node'));
  // machine.sh applies the same table to the distribution's units.
  writeFileSync(path.join(folder, 'paths.sed'), table.map(([from, to]) => `s#${from}#${to}#g\n`).join(''));
  for (const machine of Object.keys(LAST))
    mkdirSync(path.join(folderOf(machine), 'run'), { recursive: true });
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  const script = path.join(import.meta.dirname, 'machine.sh');

  function substituted(machine: string, text: string): string {
    return table
      .reduce((all, [from, to]) => all.replaceAll(new RegExp(from, 'gm'), to.replaceAll('\\', '$')), text)
      .replaceAll('@MACHINE@', folderOf(machine));
  }

  function run(machine: string, text: string, how = ['-euo', 'pipefail']): Promise<string> {
    const child = spawn('bash', [...how, '-c', `source "$SCRIPT"\n${substituted(machine, text)}`], {
      ...user,
      cwd: folderOf(machine),
      env: {
        PATH: [
          `${folderOf(machine)}/usr/local/bin`,
          path.dirname(process.execPath),
          '/usr/sbin:/usr/bin:/sbin:/bin',
        ].join(':'),
        LANG: 'C.UTF-8',
        HOME: folderOf(machine),
        SCRIPT: script,
        MACHINE: folderOf(machine),
        ADDRESS: addressOf(machine),
        NAME: machine,
        FLEET: folder,
        ALMANAC: COMMAND_LINE,
        DEBIAN_FRONTEND: 'noninteractive',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let says = '';
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
      says += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      says += chunk;
    });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) =>
        status === 0
          ? resolve(out)
          : reject(
              new Error(
                `On ${machine}, status ${status}:\n${text}\n${says.slice(-3000)}\n${Object.keys(LAST).map(logsOf).join('')}`,
              ),
            ),
      );
    });
  }

  /** @returns the last lines of all logs of a machine. */
  function logsOf(machine: string): string {
    const logs = readdirSync(path.join(folderOf(machine), 'run')).filter((name) => name.endsWith('.log'));
    return logs
      .map(
        (name) =>
          `${machine} ${name}: ${readFileSync(path.join(folderOf(machine), 'run', name), 'utf8').slice(-700)}`,
      )
      .join('\n');
  }

  function number(file: string): number | undefined {
    if (!existsSync(file)) return undefined;
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
    return existsSync(`/proc/${pid}`) ? pid : undefined;
  }
  const pid = (machine: string, unit: string) => number(path.join(folderOf(machine), 'run', `${unit}.pid`));
  const postmaster = (machine: string) =>
    number(path.join(folderOf(machine), 'var/lib/postgresql/15/almanac/postmaster.pid'));

  function stopAll(): void {
    for (const machine of Object.keys(LAST)) {
      const units = readdirSync(path.join(folderOf(machine), 'run')).filter((name) => name.endsWith('.pid'));
      for (const unit of units) signal(pid(machine, unit.slice(0, -4)), true);
      signal(postmaster(machine), false);
    }
  }
  process.on('exit', stopAll);

  return {
    folder,
    ports,
    address: addressOf,
    substituted,
    run,
    async runBlock({ machines: own, text }, machines = own) {
      let out = '';
      for (const machine of machines) out += await run(machine, text, []);
      return out;
    },
    pid,
    postmaster,
    file: (machine, name) => path.join(folderOf(machine), name),
    end() {
      stopAll();
      process.off('exit', stopAll);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Sends a signal to a process, by default SIGKILL. @param group whether its whole process group gets it. */
export function signal(pid: number | undefined, group: boolean, how: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(group ? -pid : pid, how);
  } catch (error) {
    // ESRCH: the process has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Gives a file or folder to the user that the machines run as. */
export function handOver(file: string): void {
  const user = unprivileged();
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, file]);
}
