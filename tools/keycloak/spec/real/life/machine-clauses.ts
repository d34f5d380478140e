import { decodeJwt, decodeProtectedHeader } from 'jose';
import { clause, type WayClause } from './clause';
import { CredentialAdmin, getsToken, statusOf } from './credentials';
import { askForToken, tokenOfMachine } from './machine-token';

const longestTokenSeconds = 600;

/** The life of a credential over HTTP: the same clauses on every way. */
export const machineClauses: readonly WayClause[] = [
  clause('a machine with a secret gets a token and calls the platform', async (way) => {
    const admin = await CredentialAdmin.of(way);
    const { id, proof } = await admin.createSecret({ permissions: ['m2m:credentials:read'] });
    const token = await tokenOfMachine(way.machineIssuer, proof);
    expect(decodeProtectedHeader(token).typ).toBe('at+jwt');
    const me = await way.programs.call('/self/me', { token });
    expect([me.status, me.body.permissions]).toEqual([200, ['m2m:credentials:read']]);
    const { status, body } = await way.programs.call('/iam/m2m-credentials', { token });
    expect([status, body.credentials]).toMatchObject([
      200,
      expect.arrayContaining([expect.objectContaining({ id })]),
    ]);
  }),
  clause('a rotated secret works at once, and the previous one gets no token', async (way) => {
    const admin = await CredentialAdmin.of(way);
    const before = await admin.createSecret();
    const after = await admin.rotate(before);
    expect(after.proof.secret).not.toBe(before.proof.secret);
    expect([await getsToken(way, before.proof), await getsToken(way, after.proof)]).toEqual([false, true]);
  }),
  clause('a revoked credential gets no token, and its issued token is refused at once', async (way) => {
    const admin = await CredentialAdmin.of(way);
    const [{ id, proof }, other] = [await admin.createSecret(), await admin.createSecret()];
    const [token, bystander] = [
      await tokenOfMachine(way.machineIssuer, proof),
      await tokenOfMachine(way.machineIssuer, other.proof),
    ];
    expect(await statusOf(way, token)).toBe(200);
    await admin.revoke(id);
    expect([await statusOf(way, token), await statusOf(way, bystander)]).toEqual([401, 200]);
    expect(await getsToken(way, proof)).toBe(false);
  }),
  clause('a token of a machine lasts at most ten minutes', async (way) => {
    const { proof } = await (await CredentialAdmin.of(way)).createSecret();
    const { iat = 0, exp = 0 } = decodeJwt(await tokenOfMachine(way.machineIssuer, proof));
    expect(exp - iat).toBeGreaterThan(0);
    expect(exp - iat).toBeLessThanOrEqual(longestTokenSeconds);
  }),
  clause(
    'with an overlap both secrets get tokens',
    async (way) => {
      const admin = await CredentialAdmin.of(way);
      const before = await admin.createSecret();
      const after = await admin.rotate(before, { overlap_seconds: 3_600 });
      expect([await getsToken(way, before.proof), await getsToken(way, after.proof)]).toEqual([true, true]);
    },
    {
      capability: 'overlap',
      without: async (way) => {
        const admin = await CredentialAdmin.of(way);
        const before = await admin.createSecret();
        const refused = await admin.ask('POST', `/${before.id}/rotate-secret`, { overlap_seconds: 3_600 });
        expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
        expect(await getsToken(way, before.proof)).toBe(true);
      },
    },
  ),
  clause(
    'a credential is limited to its networks',
    async (way) => {
      const admin = await CredentialAdmin.of(way);
      const inside = await admin.createSecret({ allowed_networks: ['127.0.0.0/8', '::1/128'] });
      const outside = await admin.createSecret({ allowed_networks: ['192.0.2.0/24'] });
      expect([await getsToken(way, inside.proof), await getsToken(way, outside.proof)]).toEqual([
        true,
        false,
      ]);
    },
    {
      capability: 'networks',
      without: async (way) => {
        const body = { name: 'Office', type: 'client_secret', allowed_networks: ['127.0.0.0/8'] };
        const refused = await (await CredentialAdmin.of(way)).ask('POST', '', body);
        expect([refused.status, refused.body.error_description]).toEqual([
          400,
          'allowed_networks is not supported by the identity provider',
        ]);
      },
    },
  ),
  clause(
    'a scope narrows the permissions of a token',
    async (way) => {
      const { proof } = await (await CredentialAdmin.of(way)).createSecret({ permissions: managing });
      const { body } = await askForToken(way.machineIssuer, proof, { scope: 'api:full:read' });
      expect(decodeJwt(String(body.access_token)).permissions).toEqual(['m2m:credentials:read']);
    },
    {
      capability: 'scopeNarrowing',
      without: async (way) => {
        const { proof } = await (await CredentialAdmin.of(way)).createSecret({ permissions: managing });
        const { status, body } = await askForToken(way.machineIssuer, proof, { scope: 'api:full:read' });
        expect([status, body.error]).toEqual([400, 'invalid_scope']);
      },
    },
  ),
];

const managing = ['m2m:credentials:read', 'm2m:credentials:write'];
