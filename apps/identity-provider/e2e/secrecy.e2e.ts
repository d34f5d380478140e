import { given } from '@governance/testing';
import { assertionForm, assertionOf } from './support/assertions';
import { dumpOf } from './support/database-dump';
import { managementToken } from './support/identity-server';
import { addKeyMachine, addOrganization, addSecretMachine, ecKey } from './support/machines';
import { sharedProvider } from './support/shared-provider';

describe('a copy of the database', () => {
  const identity = given(sharedProvider);

  beforeAll(async () => {
    await addOrganization(identity.manage);
  });

  it('holds no secret, no token, no assertion and no management token, in any spelling § V16.2.5', async () => {
    const machine = await addSecretMachine(identity.manage);
    const keyMachine = await addKeyMachine(identity.manage, ecKey());
    const assertion = await assertionOf(keyMachine, identity.issuer, { claims: { jti: 'canary-jti' } });
    const tokens = [
      await identity.token({ client_id: machine.clientId, client_secret: machine.secret }),
      await identity.token(assertionForm(assertion)),
    ].map(({ status, body }) => {
      expect(status).toBe(200);
      return String(body.access_token);
    });
    const dump = await dumpOf(identity.stores);
    const signatures = [assertion, ...tokens].map((jwt) => jwt.split('.').at(-1) ?? '');
    for (const canary of [machine.secret, managementToken, 'canary-jti', ...signatures]) {
      expect(canary.length).toBeGreaterThan(9);
      for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const) {
        expect(dump).not.toContain(Buffer.from(canary).toString(encoding));
      }
    }
    // Proves that the check finds stored values.
    expect(dump).toContain(machine.clientId);
  });
});
