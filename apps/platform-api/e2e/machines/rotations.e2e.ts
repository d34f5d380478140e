import { given } from '@governance/testing';
import { makeKeyPair } from '@governance/iam/spec';
import { AccountAdmin, issued } from './account-admin';
import { sharedSurfaces } from './surfaces';
import { type Proof, works } from './token-endpoint';

const orgId = 'org_rotations';
const admin = 'rotations-admin@example.com';
const wave = Array.from({ length: 50 }, (_, index) => index);

describe('fifty concurrent rotations by two processes', () => {
  const surfaces = given(sharedSurfaces);
  let platforms: readonly AccountAdmin[];

  beforeAll(async () => {
    const { identity } = surfaces;
    await identity.putOrganization(orgId, { mfaMaxAge: 300 });
    await identity.putMember({ orgId, email: admin, role: 'account-admin' });
    const token = await identity.tokenOf(admin);
    platforms = surfaces.platforms.map((origin) => new AccountAdmin(origin, token));
  });

  /** Alternates between the platform processes. */
  function platform(index: number): AccountAdmin {
    const chosen = platforms[index % platforms.length];
    if (chosen === undefined) throw new RangeError();
    return chosen;
  }

  /** How a machine authenticates: initially, and after each rotation that took effect. */
  interface Subject {
    readonly id: string;
    readonly clientId: string;
    readonly before: Proof;
    readonly body: (index: number) => object | undefined;
    /** `secret` is empty when none was returned. */
    readonly after: (index: number, secret: string) => Proof | undefined;
  }

  const kinds: Readonly<Record<string, () => Promise<Subject>>> = {
    secret: async () => {
      const { id, clientId, secret } = await platform(0).create();
      const after: Subject['after'] = (_index, answered) => (answered ? { secret: answered } : undefined);
      return { id, clientId, before: { secret }, body: () => undefined, after };
    },
    key: async () => {
      const [first, ...others] = [makeKeyPair('ES256'), ...wave.map(() => makeKeyPair('ES256'))];
      const pair = (index: number) => others[index] ?? first;
      const members = { type: 'public_key', public_key: first.publicPem };
      const { id, clientId } = await platform(0).create(members);
      return {
        id,
        clientId,
        before: first,
        body: (index) => ({ new_public_key: pair(index).publicPem }),
        after: pair,
      };
    },
  };

  it.each(Object.entries(kinds))(
    'each succeeds or is refused, and only the %s of the last successful one works',
    async (kind, prepare) => {
      const { id, clientId, before, body, after } = await prepare();
      const { system, identity } = surfaces;
      const { issuer } = identity;
      expect(await works(issuer, clientId, before)).toBe(true);
      const requestId = (index: number): string => `${kind}-${index}`;

      const answers = await Promise.all(
        wave.map((index) => {
          const headers = { 'x-request-id': requestId(index) };
          const sent = body(index);
          return platform(index).ask('POST', `/${id}/rotate-secret`, {
            headers,
            ...(sent && { body: sent }),
          });
        }),
      );

      for (const { status, body: problem } of answers.filter((answer) => answer.status !== 200))
        expect([status, problem.error]).toEqual([409, 'conflict']);
      const done = wave.filter((index) => answers[index]?.status === 200);
      // Otherwise they did not run concurrently.
      expect(done.length).toBeLessThan(wave.length);
      // The audit trail has one row for each, in the order in which they took effect.
      const rows = await system.sql(
        `SELECT request_id, outcome FROM audit_trail
         WHERE target = $1 AND operation = 'm2m-credentials:rotate' ORDER BY id`,
        [id],
      );
      const rotations = rows.filter(({ outcome }) => outcome === 'done').map((row) => row.request_id);
      expect(rotations.toSorted()).toEqual(done.map(requestId).toSorted());
      expect(rows.map(({ outcome }) => outcome)).not.toContain('abandoned');

      const proofs = wave.map((index) => after(index, issued(answers[index]?.body ?? {}).secret));
      const working = await Promise.all(
        proofs.map(async (proof) => proof !== undefined && works(issuer, clientId, proof)),
      );
      expect(await works(issuer, clientId, before)).toBe(false);
      expect(wave.filter((index) => working[index]).map(requestId)).toEqual([rotations.at(-1)]);

      // No change is left unfinished, so the next one can run.
      const unfinished = 'SELECT id FROM credential_intents WHERE org_id = $1';
      expect(await system.sql(unfinished, [orgId])).toEqual([]);
    },
  );
});
