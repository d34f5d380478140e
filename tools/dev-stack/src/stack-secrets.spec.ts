import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StackSecrets } from './stack-secrets';

describe('StackSecrets', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stack-secrets-spec-'));
    file = join(folder, 'secrets.json');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('creates a separate password and TOTP secret for every user', () => {
    const secrets = StackSecrets.open(file);
    const [one, other] = [secrets.ofPerson('one@example.com'), secrets.ofPerson('other@example.com')];
    for (const { password, totpSecret } of [one, other]) {
      expect(password).toMatch(/^[\w-]{20}$/);
      expect(totpSecret).toMatch(/^[A-Z2-7]{32}$/);
    }
    expect(one.password).not.toBe(other.password);
    expect(one.totpSecret).not.toBe(other.totpSecret);
  });

  it('keeps them for the next start', () => {
    const first = StackSecrets.open(file);
    const person = first.ofPerson('one@example.com');
    const client = { id: 'c', name: 'machine', client_id: 'i', client_secret: 's' };
    first.keepClient('org_acme', client);
    const second = StackSecrets.open(file);
    expect(second.managementToken).toBe(first.managementToken);
    expect(second.ofPerson('one@example.com')).toEqual(person);
    expect(second.clientOf('org_acme')).toEqual(client);
    expect(second.clientOf('org_globex')).toBeUndefined();
  });

  it('creates a file that only its owner can read', () => {
    const { managementToken } = StackSecrets.open(file);
    expect(readFileSync(file, 'utf8')).toContain(managementToken);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('does not overwrite a damaged file', () => {
    writeFileSync(file, '{"managementToken":');
    expect(() => StackSecrets.open(file)).toThrow(`${file} is damaged`);
  });
});
