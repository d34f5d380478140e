import { makeKeyPair } from '@governance/iam/spec';
import { given } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';

const path = '/iam/credential-policy';

describe('the credential policy of an organization', () => {
  const app = given(newOrganization, beforeEach);
  const set = (secrets: unknown) => app.ask('PUT', path, { body: { client_secrets: secrets } });
  const create = (members: object, headers = {}) =>
    app.manage('POST', '', { body: { name: 'Nightly export', ...members }, headers });

  it('allows secrets until an admin forbids them, in this organization alone § 10.15m 10.15s', async () => {
    expect(await app.ask('GET', path)).toMatchObject({ status: 200, body: { client_secrets: 'allowed' } });
    expect(await set('forbidden')).toMatchObject({ status: 200, body: { client_secrets: 'forbidden' } });
    expect((await app.ask('GET', path)).body).toEqual({ client_secrets: 'forbidden' });
    const token = app.personToken({ org_id: 'org_other' });
    expect((await app.ask('GET', path, { token })).body).toEqual({ client_secrets: 'allowed' });
    expect((await set('allowed')).body).toEqual({ client_secrets: 'allowed' });
    const events = await app.sql('SELECT operation, target, reason FROM audit_trail ORDER BY id');
    const event = { operation: 'credential-policy:update', target: app.orgId };
    expect(events).toEqual([
      { ...event, reason: 'forbidden' },
      { ...event, reason: 'allowed' },
    ]);
  });

  it.each([
    ['no', 'must be allowed or forbidden'],
    ['', 'must be allowed or forbidden'],
    [true, 'must be a string'],
  ])('answers 400 to %j § 10.15v', async (value, problem) => {
    const { status, body } = await set(value);
    expect([status, body.error_description]).toEqual([400, `client_secrets ${problem}`]);
  });

  it('answers 409 to a new secret, which names what to use instead, and makes nothing § 10.15n', async () => {
    await set('forbidden');
    const { status, body } = await create({ type: 'client_secret' });
    const text =
      'this organization allows no secrets: create a trust rule for the workload, or a credential with a public key';
    expect([status, body]).toEqual([409, { error: 'conflict', error_description: text }]);
    expect(await app.sql('SELECT id FROM service_identities')).toEqual([]);
    expect(app.provider.clientIds).toEqual([]);
    const { publicPem } = makeKeyPair('ES256');
    expect((await create({ type: 'public_key', public_key: publicPem })).status).toBe(201);
  });

  it('leaves existing secrets: they can be rotated, and a repeated creation is answered § 10.15n', async () => {
    const headers = { 'idempotency-key': 'once-and-forever' };
    const { body: created } = await create({ type: 'client_secret' }, headers);
    await set('forbidden');
    expect((await create({ type: 'client_secret' }, headers)).body).toMatchObject({ id: created.id });
    expect((await app.manage('POST', `/${String(created.id)}/rotate-secret`)).status).toBe(200);
  });
});
