import { randomUUID } from 'node:crypto';
import { assertionForm, assertionOf } from './support/assertions';
import { type IdentityApp, startIdentityApp } from './support/identity-app';
import { addOrganization, ecKey, newClient, newSecret, pemOf } from './support/machines';

const allowedNetworks = ['192.0.2.0/24', '2001:db8::/32'];

describe('a client with allowed networks', () => {
  let identity: IdentityApp;
  let direct: IdentityApp;
  beforeAll(async () => {
    identity = await startIdentityApp({ TRUST_PROXY: 1 });
    direct = await startIdentityApp();
    await addOrganization(identity.manage);
    await addOrganization(direct.manage);
  });
  afterAll(async () => {
    await direct.close();
    await identity.close();
  });

  async function add(authentication: object, at = identity): Promise<string> {
    const client = { ...newClient(authentication), allowedNetworks };
    const { status, text, body } = await at.manage('PUT', `/client-tags/${randomUUID()}`, client);
    expect([status, text]).toEqual([200, expect.any(String)]);
    return String(body.clientId);
  }
  const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
  const basic = (clientId: string, secret: string): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
  });

  it.each([
    ['192.0.2.7', 200],
    ['::ffff:192.0.2.7', 200],
    ['2001:DB8::7', 200],
    ['192.0.2.7:4711', 200],
    ['[2001:db8::7]:4711', 200],
    ['198.51.100.1', 401],
    ['198.51.100.1:4711', 401],
    ['192.0.2.7, 198.51.100.1', 401],
    ['::192.0.2.7', 401],
    ['unknown', 401],
  ])('that calls from %s gets %i, with a secret or a key', async (address, expected) => {
    const [secret, pair] = [newSecret(), ecKey()];
    const withSecret = await add({ method: 'secret', secret });
    const posted = { client_id: withSecret, client_secret: secret };
    const withKey = await add({ method: 'key', publicKey: pemOf(pair.publicKey) });
    const machine = { clientId: withKey, privateKey: pair.privateKey };
    const asserted = assertionForm(await assertionOf(machine, identity.issuer));
    const answers = [
      await identity.token(posted, from(address)),
      await identity.token({}, { ...basic(withSecret, secret), ...from(address) }),
      await identity.token(asserted, from(address)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([expected, expected, expected]);
    if (expected === 200) return;
    expect(answers.map(({ body }) => body.error)).toEqual(Array(3).fill('invalid_client'));
  });

  it('gets the answer to a wrong secret from outside, so that a leaked one cannot be tried out there', async () => {
    const secret = newSecret();
    const client_id = await add({ method: 'secret', secret });
    const outside = from('198.51.100.1');
    const right = await identity.token({ client_id, client_secret: secret }, outside);
    const wrong = await identity.token({ client_id, client_secret: newSecret() }, outside);
    expect([right.status, right.text]).toEqual([wrong.status, wrong.text]);
  });

  it('is not believed about its address without a trusted proxy', async () => {
    const secret = newSecret();
    const client_id = await add({ method: 'secret', secret }, direct);
    for (const headers of [from('192.0.2.7'), { forwarded: 'for=192.0.2.7' }, {}]) {
      const { status, body } = await direct.token({ client_id, client_secret: secret }, headers);
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
  });
});
