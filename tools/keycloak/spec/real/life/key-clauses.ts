import { calculateJwkThumbprint, exportJWK } from 'jose';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { clause, type WayClause } from './clause';
import { CredentialAdmin, getsToken, type KeyCredential, statusOf } from './credentials';
import { tokenOfMachine } from './machine-token';
import { untilTrue } from './until-true';
import { type Way } from './way';

const lifeMs = 10_000;

/** The life of a credential with a key. */
export const keyClauses: readonly WayClause[] = [
  clause('a machine with a key gets a token, naming the returned kid or none', async (way) => {
    const { kid, proof } = await (await CredentialAdmin.of(way)).createKey();
    expect(kid).toBe(await thumbprintOf(proof));
    for (const named of [{ ...proof, kid }, proof]) {
      expect(await statusOf(way, await tokenOfMachine(way.machineIssuer, named))).toBe(200);
    }
  }),
  clause(
    'an assertion may name a kid of its own',
    async (way) => {
      const { proof } = await (await CredentialAdmin.of(way)).createKey();
      expect(await getsToken(way, { ...proof, kid: 'a-key-of-mine' })).toBe(true);
    },
    {
      capability: 'foreignKid',
      without: async (way) => {
        const { proof } = await (await CredentialAdmin.of(way)).createKey();
        expect(await getsToken(way, { ...proof, kid: 'a-key-of-mine' })).toBe(false);
      },
    },
  ),
  clause('an assertion of another key is refused, with any kid', async (way) => {
    const admin = await CredentialAdmin.of(way);
    const [{ kid, proof }, other] = [await admin.createKey(), await admin.createKey()];
    const { privatePem } = other.proof;
    for (const named of [{ kid }, { kid: other.kid }, {}]) {
      expect(await getsToken(way, { ...proof, ...named, privatePem })).toBe(false);
    }
  }),
  clause('a revoked key gets no token, and its issued token is refused at once', async (way) => {
    const admin = await CredentialAdmin.of(way);
    const { id, proof } = await admin.createKey();
    const token = await tokenOfMachine(way.machineIssuer, proof);
    await admin.revoke(id);
    expect([await statusOf(way, token), await getsToken(way, proof)]).toEqual([401, false]);
  }),
  clause(
    'an expired key gets no token',
    async (way) => {
      const { proof } = await expiringKey(way);
      await untilTrue(async () => !(await getsToken(way, proof)));
    },
    {
      capability: 'expiry',
      // The provider does not know the expiry: only the platform refuses the token.
      without: async (way) => {
        const { proof } = await expiringKey(way);
        await untilTrue(
          async () => (await statusOf(way, await tokenOfMachine(way.machineIssuer, proof))) === 401,
        );
      },
    },
  ),
];

/** RFC 7638 */
async function thumbprintOf({ privatePem }: KeyCredential['proof']): Promise<string> {
  return calculateJwkThumbprint(await exportJWK(createPublicKey(createPrivateKey(privatePem))));
}

/** A key that works, and expires in seconds. */
async function expiringKey(way: Way): Promise<KeyCredential> {
  const expiresAt = new Date(Date.now() + lifeMs);
  const admin = await CredentialAdmin.of(way);
  const credential = await admin.createKey({ expires_at: expiresAt.toISOString() });
  const isAccepted = await getsToken(way, credential.proof);
  // On a busy machine the answer may come after the expiry.
  if (Date.now() < expiresAt.getTime()) expect(isAccepted).toBe(true);
  return credential;
}
