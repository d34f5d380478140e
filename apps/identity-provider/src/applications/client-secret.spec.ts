import { Keyring, runKeysCommand } from '@governance/keyring';
import { createTestKeyring, type TestKeyring } from '@governance/testing';
import { matchesSecret, secretMac } from './client-secret';

describe('the hash of a secret', () => {
  let file: TestKeyring;
  let keyring: Keyring;

  beforeEach(() => {
    file = createTestKeyring();
    keyring = Keyring.load(file.file);
  });
  afterEach(() => {
    file.remove();
  });

  it('matches that secret and no other', () => {
    const stored = secretMac(keyring, 'gmc_one');
    expect(matchesSecret(keyring, stored, 'gmc_one')).toBe(true);
    for (const other of ['gmc_two', 'gmc_on', 'gmc_one ', '', stored.toString('base64url')]) {
      expect(matchesSecret(keyring, stored, other)).toBe(false);
    }
  });

  it('matches no secret when it is damaged', () => {
    expect(matchesSecret(keyring, Buffer.alloc(0), '')).toBe(false);
    expect(matchesSecret(keyring, Buffer.alloc(32), '')).toBe(false);
  });

  it('still matches after the keyring was rotated', () => {
    const stored = secretMac(keyring, 'gmc_one');
    runKeysCommand(['rotate', '0'], { file: file.file, now: new Date(), print: () => undefined });
    const rotated = Keyring.load(file.file);
    expect(secretMac(rotated, 'gmc_one')).not.toEqual(stored);
    expect(matchesSecret(rotated, stored, 'gmc_one')).toBe(true);
  });

  it('matches no secret with another keyring', () => {
    const other = createTestKeyring();
    expect(matchesSecret(Keyring.load(other.file), secretMac(keyring, 'gmc_one'), 'gmc_one')).toBe(false);
    other.remove();
  });
});
