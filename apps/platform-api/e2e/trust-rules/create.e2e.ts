import { permissions } from '@governance/iam';
import { given } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { createIdentity } from '../support/service-identities';
import { createRule, newRule, rulesPath } from '../support/trust-rules';

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

describe('POST /iam/trust-rules', () => {
  const app = given(newOrganization);
  afterEach(async () => {
    await app.sql('TRUNCATE service_identities CASCADE');
    app.provider.trustRules.rules.clear();
  });
  const create = (members: object) => app.ask('POST', rulesPath, { body: { ...newRule, ...members } });

  describe('201', () => {
    it('answers 201 with every member, what the preset fills in, and the path of the rule § 10.15c', async () => {
      const { status, headers, body } = await create({ name: '  Deployments ' });
      expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(body).toEqual({
        id: uuid,
        name: 'Deployments',
        client_id: uuid,
        service_identity_id: uuid,
        permissions: ['self:organization:read', 'm2m:credentials:read'],
        preset: 'gitlab',
        issuer: 'https://gitlab.com',
        audience: app.provider.trustRules.audience,
        subject: null,
        conditions: newRule.conditions,
        single_use: false,
        allowed_networks: null,
        key_ids: null,
        expires_at: null,
        created_at: moment,
        last_used_at: null,
        last_refused_at: null,
        last_refusal: null,
      });
      expect(headers.get('location')).toBe(`https://api.example.org${rulesPath}/${String(body.id)}`);
    });

    it('lets a machine call with the client of the rule, and with its permissions', async () => {
      const { clientId } = await createRule(app, { permissions: ['m2m:credentials:read'] });
      const token = app.machineToken(clientId, { permissions: ['m2m:credentials:read'] });
      expect((await app.ask('GET', '/self/me', { token })).status).toBe(200);
      expect((await app.ask('GET', '/iam/service-identities', { token })).body).toMatchObject({
        service_identities: [{ credentials: [], trust_rules: [{ name: 'Deployments' }] }],
      });
      const foreign = app.machineToken(clientId, { org_id: 'org_other' });
      expect((await app.ask('GET', '/self/me', { token: foreign })).status).toBe(401);
    });

    it('takes null and "" for absent members', async () => {
      const absent = {
        service_identity_id: '',
        permissions: null,
        subject: '',
        key_set: null,
        expires_at: '',
      };
      expect((await create({ ...absent, single_use: null, issuer: '', allowed_networks: '' })).status).toBe(
        201,
      );
    });

    it('acts for an existing service identity', async () => {
      const { id } = await createIdentity(app);
      expect((await create({ service_identity_id: id })).body).toMatchObject({ service_identity_id: id });
    });

    it('is in the audit trail with its actor', async () => {
      const { id } = await createRule(app);
      expect(await app.sql('SELECT * FROM audit_trail WHERE target = $1', [id])).toMatchObject([
        { operation: 'trust-rules:create', outcome: 'done', org_id: app.orgId },
      ]);
    });
  });

  it.each<[string, object, string]>([
    [
      'an unknown preset',
      { preset: 'jenkins' },
      'preset must be one of github-actions, gitlab, kubernetes, spiffe, oidc',
    ],
    ['a missing claim', { conditions: [] }, 'conditions must include project_id for gitlab'],
    [
      'a wildcard',
      { conditions: [{ claim: ['project_id'], one_of: ['7*'] }] },
      'conditions[0] must have 1 to 500 characters, and no control character or *',
    ],
    [
      'no list of values',
      { conditions: [{ claim: ['project_id'], one_of: '7' }] },
      'conditions[0] must have claim and one_of, each an array of strings',
    ],
    [
      'another comparison',
      { conditions: [{ claim: ['project_id'], one_of: ['7'], prefix: true }] },
      'conditions[0] must have claim and one_of, each an array of strings',
    ],
    [
      'null as a condition',
      { conditions: [null] },
      'conditions[0] must have claim and one_of, each an array of strings',
    ],
    [
      'an issuer without TLS',
      { issuer: 'http://gitlab.example' },
      'issuer must be an https URL of at most 500 characters, without a query',
    ],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at must be in the future'],
    ['an end that is no time', { expires_at: 'tomorrow' }, 'expires_at must be an RFC 3339 timestamp'],
    [
      'a private key',
      { key_set: { keys: [{ kty: 'oct', kid: 'a', k: 'canary' }] } },
      'key_set must be a key set of 1 to 20 public keys, each with a kid of its own',
    ],
    [
      'a permission of users',
      { permissions: ['m2m:trust-rules:write'] },
      'permissions must name permissions that a service identity can hold',
    ],
    [
      'an unknown service identity',
      { service_identity_id: '00000000-0000-4000-8000-000000000000' },
      'service_identity_id must name a service identity of this organization',
    ],
  ])('answers 400 to %s, and keeps nothing § 10.15d', async (_case, members, text) => {
    const { status, body } = await create(members);
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    expect(await app.sql('SELECT id FROM trust_rules')).toEqual([]);
    expect(app.provider.trustRules.rules.size).toBe(0);
  });

  it('answers 400 with the reason of a provider that cannot apply the rule § 10.15d', async () => {
    app.provider.trustRules.refusal = 'The identity provider has no single use.';
    const { status, body } = await create({});
    app.provider.trustRules.refusal = undefined;
    expect([status, body.error_description]).toEqual([400, 'The identity provider has no single use.']);
  });

  it('answers 403 for permissions above those of the caller § 10.15e', async () => {
    const lesser = permissions.filter((permission) => permission !== 'org:audit:read');
    const token = app.personToken({ permissions: lesser });
    const { id } = await createIdentity(app, { permissions: ['org:audit:read'] });
    for (const members of [{ permissions: ['org:audit:read'] }, { service_identity_id: id }]) {
      const { status } = await app.ask('POST', rulesPath, { token, body: { ...newRule, ...members } });
      expect(status).toBe(403);
    }
  });

  it('answers 409 for the 101st rule of the organization § 10.15f', async () => {
    await createRule(app);
    await app.sql(`
      INSERT INTO trust_rules SELECT (jsonb_populate_record(rule,
        jsonb_build_object('id', gen_random_uuid(), 'client_id', 'client-' || n))).*
      FROM trust_rules AS rule, generate_series(2, 100) AS n`);
    const { status, body } = await create({});
    const text = 'the organization has 100 trust rules already: delete one first';
    expect([status, body]).toEqual([409, { error: 'conflict', error_description: text }]);
  });
});
