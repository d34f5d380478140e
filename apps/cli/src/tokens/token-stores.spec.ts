import { type UserTokens } from '@governance/client';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileTokenStore } from './file-token-store';
import { type OpenKeyringEntry, systemKeyring } from './keyring';
import { KeyringTokenStore } from './keyring-token-store';
import { checkedTokenPlace, SelectedTokenStore, type TokenPlace } from './selected-token-store';
import { type TokenStore } from './token-store.port';

const origin = {
  resource: 'https://api.example.org',
  issuer: 'https://id.example.org',
  clientId: 'governance-cli',
  tokenEndpoint: 'https://id.example.org/token',
};
const tokens: UserTokens = { accessToken: 'first', refreshToken: 'refresh', expiresAt: 1_000, origin };
const later: UserTokens = { accessToken: 'second', refreshToken: 'rotated', expiresAt: 2_000, origin };

/** A keyring as @napi-rs/keyring has it, in memory. */
function fakeKeyring(kept = new Map<string, string>()): OpenKeyringEntry {
  return (account) =>
    Promise.resolve({
      getPassword: () => Promise.resolve(kept.get(account) ?? null),
      setPassword: (password) => Promise.resolve(void kept.set(account, password)),
      deletePassword: () => Promise.resolve(kept.delete(account)),
    });
}

const noKeyring: OpenKeyringEntry = () => Promise.reject(new Error('no secret service'));

/** One that accepts entries and forgets them. */
const forgetful: OpenKeyringEntry = () =>
  Promise.resolve({
    getPassword: () => Promise.resolve(null),
    setPassword: () => Promise.resolve(),
    deletePassword: () => Promise.resolve(false),
  });

describe('tokens', () => {
  let folder: string;
  let isSystemKeyringUsable: boolean;
  beforeAll(async () => {
    const probe = new KeyringTokenStore(mkdtempSync(join(tmpdir(), 'probe-')), systemKeyring);
    isSystemKeyringUsable = await probe.save('probe', tokens).then(
      () => true,
      () => false,
    );
    if (isSystemKeyringUsable) await probe.remove('probe');
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function selected(place: TokenPlace, open: OpenKeyringEntry): SelectedTokenStore {
    const keyring = new KeyringTokenStore(folder, open);
    return new SelectedTokenStore({ place, file: new FileTokenStore(folder), keyring });
  }

  const fileOf = (profile: string): string => join(folder, 'tokens', `${profile}.json`);

  describe.each<[string, () => TokenStore]>([
    ['in a file', () => new FileTokenStore(folder)],
    ['in a keyring', () => new KeyringTokenStore(folder, fakeKeyring())],
    ['where there is a keyring', () => selected(undefined, fakeKeyring())],
    ['where there is no keyring', () => selected(undefined, noKeyring)],
    ['on this system', () => selected(undefined, systemKeyring)],
  ])('%s', (_where, open) => {
    it('are kept by profile until they are replaced or removed', async () => {
      const store = open();
      expect(await store.load('work')).toBeUndefined();
      await store.save('work', tokens);
      await store.save('play', tokens);
      await store.save('work', later);
      expect([await store.load('work'), await store.load('play')]).toEqual([later, tokens]);
      await store.remove('work');
      await store.remove('work');
      expect([await store.load('work'), await store.load('play')]).toEqual([undefined, tokens]);
      await store.remove('play');
      expect(existsSync(fileOf('play'))).toBe(false);
    });
  });

  it('are in a private file on this system exactly if it has no usable keyring', async () => {
    const store = selected(undefined, systemKeyring);
    await store.save('work', tokens);
    expect(existsSync(fileOf('work'))).toBe(!isSystemKeyringUsable);
    if (!isSystemKeyringUsable) expect((statSync(fileOf('work')).mode & 0o777).toString(8)).toBe('600');
    await store.remove('work');
  });

  it('move from the file to the keyring at the next sign-in, and are never in both', async () => {
    const kept = new Map<string, string>();
    await selected(undefined, noKeyring).save('work', tokens);
    const store = selected(undefined, fakeKeyring(kept));
    expect(await store.load('work')).toEqual(tokens);
    await store.save('work', later);
    expect([existsSync(fileOf('work')), kept.size]).toEqual([false, 1]);
    await selected('file', fakeKeyring(kept)).save('work', later);
    expect([existsSync(fileOf('work')), kept.size]).toEqual([true, 0]);
  });

  it('are those of the last sign-in if a keyring refuses to forget older ones', async () => {
    const kept = new Map<string, string>();
    await selected(undefined, fakeKeyring(kept)).save('work', tokens);
    await new FileTokenStore(folder).save('work', later);
    expect(await selected(undefined, fakeKeyring(kept)).load('work')).toEqual(later);
  });

  it('are in a file if the keyring forgets what it accepts', async () => {
    await selected(undefined, forgetful).save('work', tokens);
    expect(existsSync(fileOf('work'))).toBe(true);
  });

  it('are removed from both places at a sign-out § V14.3.1', async () => {
    const kept = new Map<string, string>();
    await selected('keyring', fakeKeyring(kept)).save('work', tokens);
    await new FileTokenStore(folder).save('work', later);
    await selected('file', fakeKeyring(kept)).remove('work');
    expect([existsSync(fileOf('work')), kept.size]).toEqual([false, 0]);
  });

  it('of two users with the same profile do not share an entry', async () => {
    const open = fakeKeyring();
    await new KeyringTokenStore('/home/ada', open).save('work', tokens);
    expect(await new KeyringTokenStore('/home/grace', open).load('work')).toBeUndefined();
  });

  it('are not kept in a file if the user requires the keyring', async () => {
    const store = selected('keyring', noKeyring);
    const refusal = 'The keyring of this system cannot be used: no secret service';
    await expect(store.save('work', tokens)).rejects.toThrow(refusal);
    await expect(store.load('work')).rejects.toThrow(refusal);
    expect(existsSync(fileOf('work'))).toBe(false);
  });

  it('have no other place', () => {
    expect([checkedTokenPlace(undefined), checkedTokenPlace('file')]).toEqual([undefined, 'file']);
    expect(() => checkedTokenPlace('vault')).toThrow('GOVERNANCE_TOKEN_STORE: file or keyring, not "vault"');
  });
});
