import { given } from '@governance/testing';
import { makeKeyPair } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import { newOrganization } from '../support/credentials-app';

const secret = { name: 'Nightly export', type: 'client_secret' };

const { publicPem } = makeKeyPair('ES256');

const key = { name: 'Nightly export', type: 'public_key', public_key: publicPem };

const body = { name: 'Nightly export', type: 'client_secret' };

describe('POST /iam/m2m-credentials', () => {
  describe('400', () => {
    const app = given(newOrganization);
    afterEach(async () => {
      expect(await app.sql('SELECT id FROM m2m_credentials WHERE org_id = $1', [app.orgId])).toEqual([]);
    });

    async function refusal(body: unknown, headers: Record<string, string> = {}): Promise<string> {
      const answer = await app.manage('POST', '', { body, headers });
      expect([answer.status, Object.keys(answer.body), answer.body.error]).toEqual([
        400,
        ['error', 'error_description'],
        'invalid_request',
      ]);
      return String(answer.body.error_description);
    }
    const hidden = ['\u200b', '\u3164', '\u2800', '\ufe0f', 'Nightly \u202etropxe', 'a\u2066b', 'a\u2028b'];

    it.each(['{', '[]', '7', 'null', '"name"'])('refuses the body %p § 4.2aj 7.2b', async (body) => {
      expect(await refusal(body)).toMatch(/^the request body /);
    });

    it('refuses a request without a body', async () => {
      expect((await app.manage('POST', '')).status).toBe(400);
    });

    it.each([
      undefined,
      null,
      '',
      '   ',
      'x'.repeat(101),
      'a\u0007b',
      'a\nb',
      'a\u0000b',
      '\ud800',
      ...hidden,
    ])('refuses the name %j § 2.9a', async (name) => {
      expect(await refusal({ ...secret, name })).toMatch(/^name must /);
    });

    it.each(['x'.repeat(201), 'a\tb', 'a\u0000b', '\udc00', 'a\u202eb', 'a\u200bb'])(
      'refuses the description %j',
      async (description) => {
        expect(await refusal({ ...secret, description })).toMatch(/^description must /);
      },
    );

    it.each([undefined, null, '', 'secret', 'CLIENT_SECRET', 'private_key_jwt'])(
      'refuses the type %j § 2.9b',
      async (type) => {
        expect(await refusal({ ...secret, type })).toBe('type must be client_secret or public_key');
      },
    );

    it.each(['name', 'description', 'type', 'service_identity_id', 'public_key', 'expires_at'])(
      'refuses a %s that is not a string',
      async (member) => {
        for (const value of [7, true, [], {}, ['a'], [[]]]) {
          expect(await refusal({ ...key, [member]: value })).toBe(`${member} must be a string`);
        }
      },
    );

    it.each(['"30"', '1.5', '-1', '3651', 'true', '[]', '{}', '1e999', '99999999999999999999'])(
      'refuses the days %s § 2.9g',
      async (days) => {
        const body = `{${JSON.stringify(key).slice(1, -1)},"valid_for_days":${days}}`;
        expect(await refusal(body)).toBe('valid_for_days must be an integer from 0 to 3650');
      },
    );

    it.each(['"30"', '1.5', '-1', '3651', 'true', '[]', '{}', '1e999'])(
      'refuses %s days for a secret',
      async (days) => {
        const body = `{${JSON.stringify(secret).slice(1, -1)},"secret_valid_for_days":${days}}`;
        expect(await refusal(body)).toBe('secret_valid_for_days must be an integer from 0 to 3650');
      },
    );

    it('refuses the member for secrets on a key', async () => {
      for (const secret_valid_for_days of [0, 1]) {
        expect(await refusal({ ...key, secret_valid_for_days })).toBe(
          'secret_valid_for_days is for credentials of type client_secret',
        );
      }
    });

    it.each([
      ['192.0.2.0/24', 'be an array of CIDR blocks'],
      [7, 'be an array of CIDR blocks'],
      [{}, 'be an array of CIDR blocks'],
      [[7], 'be an array of CIDR blocks'],
      [['x'.repeat(65)], 'be an array of CIDR blocks'],
      [[], 'have 1 to 20 CIDR blocks'],
      [Array<string>(21).fill('192.0.2.0/24'), 'have 1 to 20 CIDR blocks'],
    ])('refuses the networks %j', async (allowed_networks, must) => {
      expect(await refusal({ ...secret, allowed_networks })).toBe(`allowed_networks must ${must}`);
    });

    it.each([
      '',
      '192.0.2.7',
      '192.0.2.7/24',
      '192.0.2.0/33',
      '0.0.0.0/0',
      '::/0',
      '2001:db8::1/32',
      'example.org/24',
    ])('refuses the network %j, and does not repeat it', async (network) => {
      expect(await refusal({ ...secret, allowed_networks: ['192.0.2.0/24', network] })).toBe(
        'allowed_networks[1] must be a CIDR block without host bits, not /0',
      );
    });

    it('refuses networks when the identity provider cannot check them', async () => {
      app.provider.capabilities = { ...app.provider.capabilities, networks: false };
      const allowed_networks = ['192.0.2.0/24'];
      expect(await refusal({ ...secret, allowed_networks })).toBe(
        'allowed_networks is not supported by the identity provider',
      );
      app.provider.capabilities = { ...app.provider.capabilities, networks: true };
    });

    it.each(['2031-05-06', '2031-02-30T00:00:00Z', '2031-05-06T07:08:09', 'tomorrow', '1936000000'])(
      'refuses the date %s § 2.9i',
      async (expires_at) => {
        expect(await refusal({ ...key, expires_at })).toBe('expires_at must be an RFC 3339 timestamp');
      },
    );

    it('refuses a past date', async () => {
      const expires_at = new Date(Date.now() - 1).toISOString();
      expect(await refusal({ ...key, expires_at })).toBe('expires_at must be in the future');
    });

    it('refuses members for keys on a secret, and a key credential without a key § 2.9f 2.9g 2.9i V2.2.3', async () => {
      for (const [member, value] of Object.entries({
        public_key: publicPem,
        valid_for_days: 1,
        expires_at: '2031-05-06T07:08:09Z',
      })) {
        expect(await refusal({ ...secret, [member]: value })).toBe(
          `${member} is for credentials of type public_key`,
        );
      }
      for (const public_key of [undefined, null, '']) {
        expect(await refusal({ ...key, public_key })).toBe(
          'public_key is required for credentials of type public_key',
        );
      }
    });

    it('gives the same error for a service identity that is malformed, unknown, or of another organization § 2.9e', async () => {
      const token = app.personToken({ org_id: 'org_other' });
      const foreign = await app.create({}, { token });
      const [row] = await app.sql('SELECT service_identity_id FROM m2m_credentials WHERE id = $1', [
        foreign.id,
      ]);
      for (const id of ['42', randomUUID(), row?.service_identity_id]) {
        expect(await refusal({ ...secret, service_identity_id: id })).toBe(
          'service_identity_id must name a service identity of this organization',
        );
      }
    });

    it('refuses permissions that a new service identity cannot hold § 10.1m', async () => {
      for (const permissions of ['m2m:credentials:read', 7, {}, true, [null], [7], [['org:audit:read']]]) {
        expect(await refusal({ ...secret, permissions })).toBe('permissions must be an array of strings');
      }
      const others = ['self:profile:read', 'self:profile:write', 'm2m:credentials:*', '', 'constructor'];
      for (const name of others) {
        expect(await refusal({ ...secret, permissions: ['m2m:credentials:read', name] })).toBe(
          'permissions must name permissions that a service identity can hold',
        );
      }
      const many = Array.from({ length: 101 }, () => 'org:audit:read');
      expect(await refusal({ ...secret, permissions: many })).toBe('permissions must name at most 100');
      const named = { ...secret, service_identity_id: randomUUID(), permissions: [] };
      expect(await refusal(named)).toBe('permissions cannot be combined with service_identity_id');
      expect(await refusal({ ...named, permissions: null })).toBe(
        'service_identity_id must name a service identity of this organization',
      );
    });

    it.each(['Name', 'org_id', 'client_secret', 'expires', '__proto__', 'constructor'])(
      'refuses the unknown member %s and names it § 4.2ag 4.2aj V8.2.3',
      async (member) => {
        const body = `{${JSON.stringify(secret).slice(1, -1)},"${member}":"x"}`;
        expect(await refusal(body)).toBe(`${member} is not a member of this request`);
      },
    );

    it.each(['short', 'x'.repeat(256), 'sixteen chars\tand'])(
      'refuses the Idempotency-Key %j',
      async (value) => {
        expect(await refusal(secret, { 'idempotency-key': value })).toBe(
          'Idempotency-Key must be 16 to 255 printable ASCII characters',
        );
      },
    );

    it('answers 413 and 415 to bodies that cannot be read § V3.5.2', async () => {
      const large = await app.manage('POST', '', { body: { ...secret, public_key: 'x'.repeat(102_400) } });
      expect([large.status, large.body.error]).toEqual([413, 'invalid_request']);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const form = await app.manage('POST', '', { body: 'name=a', headers });
      expect([form.status, form.body.error]).toEqual([415, 'invalid_request']);
    });
  });

  describe('403', () => {
    const app = given(newOrganization);

    async function expectRefused(token: string, request: object, text: string): Promise<void> {
      const answer = await app.manage('POST', '', { token, body: request });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 403,
        body: { error: 'insufficient_permissions', error_description: text },
      });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    }

    it('answers 403 to permissions that the caller lacks, and creates nothing § 4.2al 10.1m', async () => {
      const { id, clientId } = await app.create();
      const before = await app.sql('SELECT id FROM m2m_credentials');
      const held = ['m2m:credentials:write', 'm2m:credentials:read'];
      const text = 'permissions contains permissions that the access token lacks';
      for (const permissions of [['org:audit:read'], [...held, 'org:invitations:write']]) {
        await expectRefused(app.personToken({ permissions: held }), { ...body, permissions }, text);
        await expectRefused(
          app.machineToken(clientId, { permissions: held }),
          { ...body, permissions },
          text,
        );
      }
      expect(await app.sql('SELECT id FROM m2m_credentials')).toEqual(before);
      await app.manage('DELETE', `/${id}`);
    });

    it('answers 403 when the service identity has more permissions than the caller, and creates nothing', async () => {
      const { id, clientId } = await app.create({ permissions: ['org:invitations:write'] });
      const [row] = await app.sql('SELECT service_identity_id FROM m2m_credentials WHERE id = $1', [id]);
      const request = { ...body, service_identity_id: row?.service_identity_id };
      const permissions = ['m2m:credentials:write', 'm2m:credentials:read', 'self:profile:write'];
      for (const token of [app.personToken({ permissions }), app.machineToken(clientId, { permissions })]) {
        const text = 'the service identity has permissions that the access token lacks';
        await expectRefused(token, request, text);
      }
      const active = `SELECT id FROM m2m_credentials WHERE state = 'active'`;
      expect(await app.sql(active)).toEqual([{ id }]);
      expect(app.provider.clientIds).toEqual([clientId]);
    });
  });
});
