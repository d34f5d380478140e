import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createPublicKey, verify } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IssuerKeys } from './issuer-keys';
import { runIssuerKeysCommand } from './issuer-keys.command';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'issuer-keys-'));
  file = join(folder, 'issuer-keys.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function run(...args: string[]): { code: number; text: string } {
  const lines: string[] = [];
  const now = new Date('2026-03-04T05:06:07.008Z');
  const code = runIssuerKeysCommand(args, { file, now, print: (line) => lines.push(line) });
  return { code, text: lines.join('\n') };
}

describe('npm run operate -- issuer-keys', () => {
  it('init creates a file that only its owner can use, and never a second one', () => {
    expect(run('init').code).toBe(0);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const before = readFileSync(file, 'utf8');
    expect(run('init')).toEqual({ code: 0, text: `${file} exists already and is unchanged.` });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('init adds the log key to a file of an earlier release, and issuer keys that sign only what the log has', () => {
    run('init');
    const earlier = JSON.parse(readFileSync(file, 'utf8')) as { logKey?: object };
    delete earlier.logKey;
    writeFileSync(file, JSON.stringify(earlier).replaceAll('2026-03-04', '2026-01-04'));
    expect(() => IssuerKeys.load(file)).toThrow('issuer-keys init');
    expect(run('init')).toMatchObject({ code: 0 });
    const { thumbprint, published, thumbprintsBeforeLog } = IssuerKeys.load(file);
    expect(published.map((key) => key.thumbprint)).toEqual([...thumbprintsBeforeLog, thumbprint]);
    expect(thumbprintsBeforeLog).toHaveLength(1);
    const before = readFileSync(file, 'utf8');
    expect(run('init').text).toBe(`${file} exists already and is unchanged.`);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('rotate adds a key that signs, keeps the others published and drops their private keys', () => {
    run('init');
    const { thumbprint: first } = IssuerKeys.load(file);
    expect(run('rotate').code).toBe(0);
    const { thumbprint: second, published } = IssuerKeys.load(file);
    expect(second).not.toBe(first);
    expect(published.map(({ thumbprint }) => thumbprint)).toEqual([first, second]);
    // Beside that of the certificate log.
    expect(readFileSync(file, 'utf8').match(/"privateKey"/g)).toHaveLength(2);
  });

  it('list names every key and prints no private one', () => {
    run('init');
    run('rotate');
    const [secret] = /"privateKey": "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.slice(1) ?? [];
    const { text } = run('list');
    expect(text).toMatch(
      /^[\w-]{43} {2}created 2026-03-04T05:06:07.008Z {2}retired\n[\w-]{43} .* signs\ncertificate log .* signs checkpoints$/,
    );
    expect(secret).toMatch(/^[A-Za-z0-9+/=]{100,}$/);
    expect(text).not.toContain(secret);
  });

  it.each([[[]], [['destroy']], [['init', 'twice']], [['certify', 'a', 'b']]])(
    'says how it is used when it is called as %j',
    (args) => {
      expect(run(...args)).toEqual({
        code: 2,
        text: 'Usage: issuer-keys init | rotate | list | certify [NAME]',
      });
    },
  );

  it('says what to do when there is no file', () => {
    expect(run('rotate')).toEqual({
      code: 1,
      text: `The issuer key file ${file} does not exist: \`npm run operate -- issuer-keys init\` creates it.`,
    });
  });
});

describe('the issuer keys', () => {
  it('sign with the newest key, whose public key is published last', () => {
    run('init');
    run('rotate');
    const keys = IssuerKeys.load(file);
    const { x, y } = createPublicKey(keys.privateKey).export({ format: 'jwk' });
    expect(keys.published.at(-1)).toMatchObject({ kty: 'EC', crv: 'P-256', x, y });
  });

  it('sign for the log with a key that rotation keeps', () => {
    run('init');
    const { logPublicKey, thumbprintsBeforeLog } = IssuerKeys.load(file);
    run('rotate');
    const keys = IssuerKeys.load(file);
    expect(keys.logPublicKey).toEqual(logPublicKey);
    expect([thumbprintsBeforeLog, keys.thumbprintsBeforeLog]).toEqual([[], []]);
    const x = Buffer.from(logPublicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const bytes = Buffer.from('a checkpoint');
    expect(verify(null, bytes, key, keys.signForLog(bytes))).toBe(true);
  });

  it('are not read from a file that others can read § V13.3.2', () => {
    run('init');
    chmodSync(file, 0o644);
    expect(() => IssuerKeys.load(file)).toThrow(/mode 0644/);
  });

  it.each([
    ['no JSON', () => '{"format":1,'],
    ['no key', () => '{"format":1,"issuerKeys":[]}'],
    ['no private key', (text: string) => text.replace(/,\s*"privateKey": "[^"]+"/, '')],
    [
      'a private key of another kind',
      (text: string) => text.replace(/"privateKey": "[^"]+"/, '"privateKey": "AAAA"'),
    ],
    [
      'a key pair that does not match',
      (text: string) => text.replace(/"x": "[^"]+"/, `"x": "${'A'.repeat(43)}"`),
    ],
  ])('refuse a file with %s, and quote nothing of it', (_, damage) => {
    run('init');
    const text = readFileSync(file, 'utf8');
    const [secret = ''] = /"privateKey": "([^"]+)"/.exec(text)?.slice(1) ?? [];
    writeFileSync(file, damage(text));
    const load = (): unknown => IssuerKeys.load(file);
    expect(load).toThrow(/^The issuer key file /);
    expect(load).not.toThrow(secret);
  });

  it('reveal nothing when they are printed', () => {
    run('init');
    const keys = IssuerKeys.load(file);
    expect(JSON.stringify(keys)).not.toMatch(/private|"d"/);
  });
});
