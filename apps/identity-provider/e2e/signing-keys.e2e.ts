import { opened } from '@governance/testing';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { LiveProvider } from '../src/oauth/live-provider';
import { SigningKeyStore } from '../src/signing/signing-key.store';
import { runSigningKeysCommand } from '../src/signing/signing-keys.command';
import { startIdentityApp } from './support/identity-app';
import { addOrganization, addSecretMachine, type SecretMachine } from './support/machines';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe('signing keys', () => {
  const identity = opened(() => startIdentityApp({ SIGNING_KEY_DAYS: 30 }), [beforeEach, afterEach]);
  let machine: SecretMachine;

  beforeEach(async () => {
    await addOrganization(identity.manage);
    machine = await addSecretMachine(identity.manage);
  });

  async function newToken(): Promise<string> {
    const { body } = await identity.token({ client_id: machine.clientId, client_secret: machine.secret });
    return String(body.access_token);
  }

  async function publishedKids(): Promise<unknown[]> {
    const { body } = await identity.call('/jwks');
    return (body.keys as { kid: string }[]).map(({ kid }) => kid);
  }

  function verifies(token: string): Promise<boolean> {
    const keys = createRemoteJWKSet(new URL(`${identity.issuer}/jwks`));
    return jwtVerify(token, keys).then(
      () => true,
      () => false,
    );
  }

  /** Simulates the passage of time for the keys. */
  async function pass(milliseconds: number): Promise<void> {
    await identity.get(LiveProvider).refresh(new Date(Date.now() + milliseconds));
  }

  function command(name: string): Promise<string[]> {
    const lines: string[] = [];
    return runSigningKeysCommand([name], {
      store: identity.get(SigningKeyStore),
      now: new Date(),
      print: (line) => lines.push(line),
    }).then(() => lines);
  }

  it('are published without their private keys § discovery-3d', async () => {
    const { body, headers } = await identity.call('/jwks');
    expect(headers.get('content-type')).toMatch(/^application\/jwk-set\+json/);
    const member = expect.any(String) as string;
    expect(body.keys).toEqual([
      { kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', kid: member, x: member, y: member },
    ]);
  });

  it('are published before they sign, and until their tokens have expired § core-10.1.1a core-10.1a', async () => {
    const [first] = await publishedKids();
    const early = await newToken();
    await command('rotate');
    await pass(0);
    const [signing, upcoming] = await publishedKids();
    expect(signing).toBe(first);
    expect(upcoming).toBeDefined();
    expect(decodeProtectedHeader(await newToken()).kid).toBe(first);

    await pass(61 * minuteMs);
    expect(await publishedKids()).toEqual([upcoming, first]);
    expect(decodeProtectedHeader(await newToken()).kid).toBe(upcoming);
    expect(await verifies(early)).toBe(true);

    await pass(90 * minuteMs);
    expect(await publishedKids()).toEqual([upcoming]);
    expect(await identity.stores.sql('SELECT kid FROM identity.signing_keys')).toHaveLength(1);
  });

  it('are followed by the next in time, by themselves', async () => {
    await pass(29.9 * dayMs);
    expect(await publishedKids()).toHaveLength(1);
    await pass(30 * dayMs - 50 * minuteMs);
    expect(await publishedKids()).toHaveLength(2);
    await pass(30 * dayMs - 40 * minuteMs);
    expect(await publishedKids()).toHaveLength(2);
  });

  it('are rotated once by repeated requests', async () => {
    await Promise.all([command('rotate'), command('rotate'), command('rotate')]);
    expect(await identity.stores.sql('SELECT kid FROM identity.signing_keys')).toHaveLength(2);
    const lines = await command('list');
    expect(lines.map((line) => line.split('  ').at(-1))).toEqual(['signing', 'upcoming']);
  });

  it('can be replaced at once, and their tokens are no longer valid', async () => {
    const stolen = await newToken();
    await command('replace');
    await pass(0);
    expect(await verifies(stolen)).toBe(false);
    expect(await verifies(await newToken())).toBe(true);
  });

  it('survive a restart', async () => {
    const before = await newToken();
    await pass(0);
    expect(decodeProtectedHeader(await newToken()).kid).toBe(decodeProtectedHeader(before).kid);
  });

  it('are sealed in the database', async () => {
    const [row] = await identity.stores.sql('SELECT private_key FROM identity.signing_keys');
    const key = row?.private_key as Buffer;
    // PKCS#8 of such a key holds the name of its curve: 1.2.840.10045.3.1.7.
    expect(key.includes(Buffer.from('2a8648ce3d030107', 'hex'))).toBe(false);
  });

  it('have a command with three actions', async () => {
    expect(await command('destroy')).toEqual(['Usage: signing-keys list | rotate | replace']);
  });
});
