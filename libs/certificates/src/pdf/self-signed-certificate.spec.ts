import { IssuerKeys, runIssuerKeysCommand } from '@governance/keyring';
import { createTestIssuerKeys, type TestIssuerKeys } from '@governance/testing';
import * as asn1 from 'asn1js';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import * as pkijs from 'pkijs';
import { selfSignedCertificate } from './self-signed-certificate';

const now = new Date('2026-04-05T00:00:00Z');

describe('the X.509 certificate of an issuer key', () => {
  let keys: TestIssuerKeys;
  beforeEach(() => {
    keys = createTestIssuerKeys();
  });
  afterEach(() => {
    keys.remove();
  });

  function run(...args: string[]): string {
    const lines: string[] = [];
    const code = runIssuerKeysCommand(args, {
      file: keys.file,
      now,
      print: (line) => lines.push(line),
      selfSign: ({ name = 'Default', ...key }) => selfSignedCertificate({ ...key, name }),
    });
    expect(code).toBe(0);
    return lines.join('\n');
  }

  function certificateOf({ certificate }: IssuerKeys): X509Certificate {
    return new X509Certificate(certificate ?? '');
  }

  it('names the signer, belongs to the key, and does not end', () => {
    const { privateKey } = keys.load();
    const x509 = new X509Certificate(
      selfSignedCertificate({ privateKey, name: 'Exämple & Co', validFrom: now }),
    );
    expect(x509.subject).toBe('CN=Exämple & Co');
    expect([x509.validFromDate, x509.validToDate.getUTCFullYear()]).toEqual([now, 9999]);
    expect([x509.ca, x509.verify(x509.publicKey), x509.checkPrivateKey(privateKey)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(new pkijs.Certificate({ schema: asn1.fromBER(x509.raw).result }).extensions).toHaveLength(3);
  });

  it('is added to a key file of an earlier release, and survives a rotation under its name', () => {
    const before = keys.load();
    expect(before.certificate).toBeUndefined();
    expect(run('certify', 'Example Ltd')).toBe(
      `Added an X.509 certificate to the newest key of ${keys.file}. Restart the worker to sign with it.`,
    );
    const certified = keys.load();
    expect(certified.thumbprint).toBe(before.thumbprint);
    expect(certificateOf(certified).subject).toBe('CN=Example Ltd');
    expect(certificateOf(certified).checkPrivateKey(before.privateKey)).toBe(true);
    run('rotate');
    const rotated = keys.load();
    expect(certificateOf(rotated).subject).toBe('CN=Example Ltd');
    expect(certificateOf(rotated).checkPrivateKey(rotated.privateKey)).toBe(true);
    expect(certificateOf(rotated).validFromDate).toEqual(now);
    expect(readFileSync(keys.file, 'utf8').match(/"certificate"/g)).toHaveLength(1);
  });

  it('is refused beside another key, and when it is none', () => {
    run('certify');
    const { certificate } = keys.load();
    run('rotate');
    const text = readFileSync(keys.file, 'utf8');
    const swapped = (base64: string): string =>
      text.replace(/"certificate": "[^"]+"/, `"certificate": "${base64}"`);
    writeFileSync(keys.file, swapped(certificate?.toString('base64') ?? ''));
    expect(() => IssuerKeys.load(keys.file)).toThrow('holds a certificate of another key');
    writeFileSync(keys.file, swapped('AAAA'));
    expect(() => IssuerKeys.load(keys.file)).toThrow('wrong or missing are issuerKeys.1.certificate');
  });
});
