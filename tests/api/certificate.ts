import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** @returns a sentence on why certificates cannot be made here; empty if they can. */
export function missingForCertificates(): string {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return '';
  } catch {
    return 'not on this machine: OpenSSL (apt-get install openssl)';
  }
}

/** @returns the paths of a new self-signed certificate for a name and 127.0.0.1, and of its key. */
export function makeCertificate(folder: string, name: string): { cert: string; key: string } {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`];
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', files.key, '-out', files.cert], {
    stdio: 'ignore',
  });
  return files;
}
