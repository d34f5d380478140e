import { makeKeyPair } from '@governance/iam/spec';
import { type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type RunningIdentityProvider } from '../support/identity-provider';
import { type AccountAdmin, type ListedCredential } from './account-admin';
import { askForToken, type Proof, works } from './token-endpoint';

/** Where credentials are changed, and where the outcome is observed. */
export interface Scene {
  readonly orgId: string;
  readonly identity: RunningIdentityProvider;
  /** Through a running process. */
  readonly witness: AccountAdmin;
}

/** One change of one credential. */
export interface Trial {
  readonly send: (admin: AccountAdmin) => Promise<HttpAnswer>;
  /**
   * Whether the change happened, as observed from outside. Fails unless it happened wholly or not at all, and unless its
   * owner can continue from there. `overheard` is the traffic between platform and provider.
   */
  readonly hasHappened: (overheard: string) => Promise<boolean>;
}

export interface ClientOfProvider {
  readonly clientId: string;
  readonly tag: string;
  readonly name: string;
}

/** The clients of an organization, from the provider's management API. */
export async function clientsOf({ identity, orgId }: Scene): Promise<readonly ClientOfProvider[]> {
  const { status, body } = await identity.manage('GET', `/clients?orgId=${orgId}`);
  expect(status).toBe(200);
  return body.clients as readonly ClientOfProvider[];
}

/** A kind of credential: how to create one, and how it authenticates. */
interface Grant {
  /** The body of a creation. */
  readonly members: object;
  /** The body of a rotation. */
  readonly body: object | undefined;
  /** Undefined for a secret known only to the platform and the provider; `overheard` may contain it. */
  readonly proofIn: (overheard: string) => Proof | undefined;
}

export type Kind = 'client_secret' | 'public_key';

function newGrant(type: Kind): Grant {
  if (type === 'client_secret') {
    return {
      members: { type },
      body: undefined,
      proofIn: (overheard) => {
        const secret = /"secret":"(gmc_\w+)"/.exec(overheard)?.[1];
        return secret === undefined ? undefined : { secret };
      },
    };
  }
  const { publicPem, privatePem } = makeKeyPair('ES256');
  return {
    members: { type, public_key: publicPem },
    body: { new_public_key: publicPem },
    proofIn: () => ({ privatePem }),
  };
}

/** An existing credential, and how it authenticates. */
interface Existing {
  readonly entry: ListedCredential;
  readonly proof: Proof;
}

async function existing({ witness }: Scene, type: Kind): Promise<Existing> {
  const { members, proofIn } = newGrant(type);
  const { id, secret } = await witness.create(members);
  const entry = await listed(witness, id);
  const proof = secret ? { secret } : proofIn('');
  if (entry === undefined || proof === undefined) throw new Error('The credential does not exist.');
  return { entry, proof };
}

async function listed(witness: AccountAdmin, id: string): Promise<ListedCredential | undefined> {
  return (await witness.list()).find((entry) => entry.id === id);
}

/** Which of the proofs get a token; an unknown proof gets none. */
function working(
  { identity: { issuer } }: Scene,
  clientId: string,
  proofs: readonly (Proof | undefined)[],
): Promise<boolean[]> {
  return Promise.all(proofs.map(async (proof) => proof !== undefined && works(issuer, clientId, proof)));
}

export function creation(scene: Scene, type: Kind): Trial {
  const { witness } = scene;
  const grant = newGrant(type);
  const body = { ...grant.members, name: `Created ${randomUUID()}` };
  const headers = { 'idempotency-key': randomUUID() };
  const named = async () => (await witness.list()).filter(({ name }) => name === body.name);
  return {
    send: (admin) => admin.ask('POST', '', { body, headers }),
    hasHappened: async (overheard) => {
      const [entry, ...more] = await named();
      expect(more).toEqual([]);
      const clients = (await clientsOf(scene)).filter(({ name }) => name === body.name);
      expect(clients.map(({ clientId }) => clientId)).toEqual(entry ? [entry.client_id] : []);
      const [proof, clientId] = [grant.proofIn(overheard), /"clientId":"([\w-]+)"/.exec(overheard)?.[1]];
      if (proof && clientId) expect(await working(scene, clientId, [proof])).toEqual([entry !== undefined]);

      const again = await witness.ask('POST', '', { body, headers });
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, entry ? 'true' : null]);
      expect((await named()).map(({ id }) => id)).toEqual([again.body.id]);
      if (entry) expect(again.body).toMatchObject({ id: entry.id, client_id: entry.client_id });
      return entry !== undefined;
    },
  };
}

export async function rotation(scene: Scene, type: Kind): Promise<Trial> {
  const { witness } = scene;
  const { entry: before, proof: old } = await existing(scene, type);
  const { id, client_id: clientId } = before;
  const [grant, later] = [newGrant(type), newGrant(type)];
  return {
    send: (admin) => admin.ask('POST', `/${id}/rotate-secret`, grant.body && { body: grant.body }),
    hasHappened: async (overheard) => {
      const after = await listed(witness, id);
      const isRotated = after?.last_rotated_at !== before.last_rotated_at;
      const { last_rotated_at, secrets, kid } = after ?? before;
      expect(after).toEqual({ ...before, last_rotated_at, secrets, kid });
      expect(kid !== before.kid).toBe(isRotated && type === 'public_key');
      const next = grant.proofIn(overheard);
      expect(await working(scene, clientId, [old, next])).toEqual([!isRotated, isRotated]);

      const { secret } = await witness.rotate(id, later.body);
      const newest = secret ? { secret } : later.proofIn('');
      expect(await working(scene, clientId, [old, next, newest])).toEqual([false, false, true]);
      return isRotated;
    },
  };
}

/** The old secret or key works in any case; the new one works from then on. */
export async function overlappingRotation(scene: Scene, type: Kind): Promise<Trial> {
  const { witness } = scene;
  const { entry: before, proof: old } = await existing(scene, type);
  const { id, client_id: clientId } = before;
  const [grant, later] = [newGrant(type), newGrant(type)];
  const body = { ...grant.body, overlap_seconds: 3_600 };
  return {
    send: (admin) => admin.ask('POST', `/${id}/rotate-secret`, { body }),
    hasHappened: async (overheard) => {
      const after = await listed(witness, id);
      const isRotated = after?.last_rotated_at !== before.last_rotated_at;
      expect(after?.secrets).toHaveLength(isRotated ? 2 : 1);
      const next = grant.proofIn(overheard);
      expect(await working(scene, clientId, [old, next])).toEqual([true, isRotated]);

      const { secret } = await witness.rotate(id, later.body);
      const newest = secret ? { secret } : later.proofIn('');
      expect(await working(scene, clientId, [old, next, newest])).toEqual([false, false, true]);
      return isRotated;
    },
  };
}

export async function endOfOverlap(scene: Scene): Promise<Trial> {
  const { witness } = scene;
  const { entry, proof: old } = await existing(scene, 'client_secret');
  const { id, client_id: clientId } = entry;
  const { secret } = await witness.rotate(id, { overlap_seconds: 3_600 });
  expect(await working(scene, clientId, [old, { secret }])).toEqual([true, true]);
  return {
    send: (admin) => admin.ask('DELETE', `/${id}/previous-secret`),
    hasHappened: async () => {
      const hasEnded = (await listed(witness, id))?.secrets.length === 1;
      expect(await working(scene, clientId, [old, { secret }])).toEqual([!hasEnded, true]);
      const again = await witness.ask('DELETE', `/${id}/previous-secret`);
      expect(again.status).toBe(hasEnded ? 404 : 204);
      expect(await working(scene, clientId, [old, { secret }])).toEqual([false, true]);
      return hasEnded;
    },
  };
}

export async function renaming(scene: Scene): Promise<Trial> {
  const { entry: before, proof } = await existing(scene, 'client_secret');
  const name = `Renamed ${randomUUID()}`;
  return {
    send: (admin) => admin.ask('PATCH', `/${before.id}`, { body: { name } }),
    hasHappened: async () => {
      const after = await listed(scene.witness, before.id);
      const isRenamed = after?.name === name;
      expect(after).toEqual({ ...before, name: isRenamed ? name : before.name });
      const client = (await clientsOf(scene)).find(({ clientId }) => clientId === before.client_id);
      expect(client?.name).toBe(after?.name);
      expect(await working(scene, before.client_id, [proof])).toEqual([true]);
      return isRenamed;
    },
  };
}

export async function revocation(scene: Scene): Promise<Trial> {
  const { witness, identity } = scene;
  const { entry, proof } = await existing(scene, 'client_secret');
  const { body } = await askForToken(identity.issuer, entry.client_id, proof);
  const headers = { authorization: `Bearer ${String(body.access_token)}` };
  const statusOfToken = async () => (await witness.ask('GET', '', { headers })).status;
  expect(await statusOfToken()).toBe(200);
  return {
    send: (admin) => admin.ask('DELETE', `/${entry.id}`),
    hasHappened: async () => {
      const isRevoked = (await listed(witness, entry.id)) === undefined;
      expect(await statusOfToken()).toBe(isRevoked ? 401 : 200);
      expect(await working(scene, entry.client_id, [proof])).toEqual([!isRevoked]);
      const clients = (await clientsOf(scene)).filter(({ tag }) => tag === entry.id);
      expect(clients).toHaveLength(isRevoked ? 0 : 1);
      expect((await witness.ask('DELETE', `/${entry.id}`)).status).toBe(isRevoked ? 404 : 204);
      return isRevoked;
    },
  };
}
