import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Certificates for tests. */

/** @returns what is missing to make them, as a sentence; empty where all is there. */
export function missingForCertificates(): string {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return '';
  } catch {
    return 'not on this machine: OpenSSL (apt-get install openssl)';
  }
}

/** Makes a certificate of its own for a name, and for 127.0.0.1. @returns the paths of the two files. */
export function makeCertificate(folder: string, name: string): { cert: string; key: string } {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`];
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', files.key, '-out', files.cert], {
    stdio: 'ignore',
  });
  return files;
}
