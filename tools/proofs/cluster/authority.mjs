// A private certificate authority, and a certificate of it for the hosts of a domain.
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes `ca.crt`, `tls.crt` and `tls.key` in the folder. Resolves to their paths, and the hash that names the key. */
export function makeAuthority(folder, domain) {
  const file = (name) => join(folder, name);
  const authority = ['-keyout', file('ca.key'), '-out', file('ca.crt')];
  openssl([...authority, '-subj', '/CN=Private authority']);
  const signed = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-extensions', 'usr_cert'];
  const names = ['-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:*.${domain}`];
  openssl(['-keyout', file('tls.key'), '-out', file('tls.crt'), ...signed, ...names]);
  const key = new X509Certificate(readFileSync(file('tls.crt'))).publicKey.export({
    type: 'spki',
    format: 'der',
  });
  return { authority: file('ca.crt'), keyHash: createHash('sha256').update(key).digest('base64') };
}

function openssl(args) {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];
  execFileSync('openssl', ['req', '-x509', ...key, '-days', '2', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
