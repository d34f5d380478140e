import { given } from '@governance/testing';
import { assertionForm, assertionOf } from './support/assertions';
import { type IdentityServer, managementToken } from './support/identity-server';
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
    const dump = await dumpOf(identity);
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

/** Every row of every table: bytes as hexadecimal digits and as text. */
async function dumpOf({ stores }: IdentityServer): Promise<string> {
  const tables = await stores.sql(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'identity'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => stores.sql(`SELECT t::text AS row FROM identity.${String(name)} t`)),
  );
  const text = rows
    .flat()
    .map(({ row }) => String(row))
    .join('\n');
  const bytes = [...text.matchAll(/\\\\?x([\da-f]+)/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );
  return [text, ...bytes].join('\n');
}
