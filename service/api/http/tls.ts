import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:net';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import { Failure } from '../../contract/failure.ts';

/** Paths of a certificate (with its chain) and its private key, in PEM. */
export type TlsFiles = { cert: string; key: string };

const LOOK_MS = 60_000;

/** @returns certificate and key. @throws Failure 'wrong_usage' where they cannot be read or do not belong together. */
export function readTls({ cert, key }: TlsFiles): { cert: Buffer; key: Buffer } {
  const files = { cert: readFile('--tls-cert', cert), key: readFile('--tls-key', key) };
  try {
    createSecureContext(files);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure(
      'wrong_usage',
      `${cert} and ${key} are not a certificate and its private key in PEM: ${why}.`,
      {},
      { cause: error },
    );
  }
  return files;
}

function readFile(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Failure(
      'wrong_usage',
      `${option} ${path} cannot be read (${code}). Name a file in PEM.`,
      {},
      { cause: error },
    );
  }
}

/** Takes a renewed certificate without a restart: looks at the files once a minute. @returns a function that ends that. */
export function followCertificate(
  server: Server,
  files: TlsFiles,
  log: (line: string) => void,
  lookMs = LOOK_MS,
): () => void {
  const renew = (): void => {
    try {
      if (server instanceof TlsServer) server.setSecureContext(readTls(files));
      log(`The certificate ${files.cert} was read again.`);
    } catch (error) {
      // Of the two files one may be there before the other; the next change is tried again.
      log(`The certificate was not renewed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const paths = [files.cert, files.key];
  for (const path of paths) watchFile(path, { interval: lookMs, persistent: false }, renew);
  return () => {
    for (const path of paths) unwatchFile(path, renew);
  };
}
