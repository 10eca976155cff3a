import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  findPortHolder,
  fromLsof,
  fromNetstat,
  holderText,
  listeningInodes,
} from '../../service/process/port-holder.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listenOn(host: string): Promise<number> {
  const server = createServer();
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('the holder of a port is found with its process id and name', async ({ skip }) => {
  skip(process.platform !== 'linux', 'elsewhere a program of the system is asked, which may be missing');
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const holder = await findPortHolder(await listenOn(host));
    expect(holder).toEqual({ pid: process.pid, name: path.basename(process.execPath) });
  }
});

test('a port that nobody holds has no holder', async () => {
  const port = await listenOn('127.0.0.1');
  await new Promise((resolve) => open.pop()?.close(resolve));
  expect(await findPortHolder(port)).toBeUndefined();
});

test('only sockets in /proc/net/tcp that listen on the exact port count', () => {
  const line = (local: string, state: string, inode: string) =>
    `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0000`;
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    line('0100007F:12AC', '0A', '111'),
    line('0100007F:12AC', '01', '222'),
    line('0100007F:12AD', '0A', '333'),
    line('0100007F:12AC', '0A', '0'),
    '',
  ].join('\n');
  expect(listeningInodes(table, 4780)).toEqual(['111']);
  expect(listeningInodes('', 4780)).toEqual([]);
});

test('the output of lsof and netstat is read', () => {
  expect(fromLsof('p4242\ncControlCe\nf10\n')).toEqual({ pid: 4242, name: 'ControlCe' });
  expect(fromLsof('')).toBeUndefined();
  const netstat = [
    'Aktive Verbindungen',
    '  Proto  Lokale Adresse         Remoteadresse          Status           PID',
    '  TCP    127.0.0.1:4780         127.0.0.1:50000        HERGESTELLT      7',
    '  TCP    127.0.0.1:14780        0.0.0.0:0              ABHÖREN          8',
    '  TCP    127.0.0.1:4780         0.0.0.0:0              ABHÖREN          9',
  ].join('\r\n');
  expect(fromNetstat(netstat, 4780)).toBe(9);
  expect(fromNetstat(netstat, 4781)).toBeUndefined();
});

test('the text about a holder names as much as is known', () => {
  expect(holderText({ pid: 7, name: 'nginx' })).toBe('nginx (process 7)');
  expect(holderText({ pid: 7, name: undefined })).toBe('process 7');
  expect(holderText(undefined)).toBe('another program');
});
