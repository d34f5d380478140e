import { given, opened } from '@governance/testing';
import { type CredentialsApp, newOrganization, startCredentialsApp } from '../support/credentials-app';
import { claimsNamespace } from '../support/platform-app';

const refused = {
  error: 'insufficient_permissions',
  error_description: 'the credential may not be used from this network',
};

describe('GET /self/me', () => {
  describe('200', () => {
    const app = given(newOrganization);

    it('answers 200 with subject, scope, permissions and organization of the token, and nothing else § 2.7a 2.7b 2.7c 2.7d 4.2d', async () => {
      const permissions = ['self:profile:read', 'self:profile:write', 'self:organization:read'];
      const token = app.personToken({
        sub: 'auth0|5f0c8f5e',
        scope: 'openid profile email offline_access api:full:read api:full:write',
        permissions: [...permissions, 'billing:read'],
        [`${claimsNamespace}org_name`]: 'Acme',
        [`${claimsNamespace}has_other_orgs`]: true,
      });
      const { status, headers, body } = await app.ask('GET', '/self/me', { token });
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          sub: 'auth0|5f0c8f5e',
          scope: 'openid profile email offline_access api:full:read api:full:write',
          permissions,
          org_id: app.orgId,
          org_name: 'Acme',
          has_other_orgs: true,
        },
      });
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('answers 200 to a token without scope, permissions and organization, with empty members', async () => {
      const token = app.personToken({ scope: undefined, permissions: undefined, org_id: undefined });
      const { status, body } = await app.ask('GET', '/self/me', { token });
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          sub: 'person-1',
          scope: '',
          permissions: [],
          org_id: null,
          org_name: null,
          has_other_orgs: null,
        },
      });
    });

    it('answers 200 to a machine with an active credential, without permissions reserved for users § 2.7d', async () => {
      const { clientId } = await app.create();
      const token = app.machineToken(clientId, {
        permissions: ['self:profile:read', 'm2m:credentials:read'],
      });
      const { status, body } = await app.ask('GET', '/self/me', { token });
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          sub: clientId,
          scope: 'api:full:read api:full:write',
          permissions: ['m2m:credentials:read'],
          org_id: app.orgId,
          org_name: null,
          has_other_orgs: null,
        },
      });
    });
  });

  describe('403', () => {
    const app = given(newOrganization);
    const behindProxy = opened(() => startCredentialsApp({ settings: { TRUST_PROXY: 1 } }));
    const restricted = async (at: CredentialsApp, allowed_networks: readonly string[]): Promise<string> => {
      const { clientId } = await at.create({ allowed_networks });
      return at.machineToken(clientId);
    };
    const from = (...addresses: string[]): Record<string, string> => ({
      'x-forwarded-for': addresses.join(', '),
    });

    it('answers 403 to a machine outside its networks, and records no use', async () => {
      const token = await restricted(app, ['192.0.2.0/24', '2001:db8::/32']);
      const { status, body, headers } = await app.ask('GET', '/self/me', { token });
      expect([status, body]).toEqual([403, refused]);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope"/);
      expect(headers.get('api-supported-versions')).toBe('1.0');
      const used = await app.sql('SELECT id FROM m2m_credentials WHERE last_used_at IS NOT NULL');
      expect(used).toEqual([]);
    });

    it('does not believe a forwarded address that no trusted proxy has added', async () => {
      const token = await restricted(app, ['192.0.2.0/24']);
      for (const headers of [
        from('192.0.2.7'),
        { forwarded: 'for=192.0.2.7' },
        { 'x-real-ip': '192.0.2.7' },
        { 'client-ip': '192.0.2.7' },
      ]) {
        expect((await app.ask('GET', '/self/me', { token, headers })).status).toBe(403);
      }
      const here = await restricted(app, ['127.0.0.0/8']);
      const headers = from('198.51.100.1');
      expect((await app.ask('GET', '/self/me', { token: here, headers })).status).toBe(200);
    });

    it.each([
      [['192.0.2.7'], 200],
      [['::ffff:192.0.2.7'], 200],
      [['2001:DB8::7'], 200],
      [['198.51.100.1'], 403],
      // The trusted proxy appends the address that it sees; the client has sent the rest.
      [['192.0.2.7', '198.51.100.1'], 403],
      [['198.51.100.1', '192.0.2.7'], 200],
      [['192.0.2.7:4711'], 200],
      [['[2001:db8::7]:4711'], 200],
      [['[::ffff:192.0.2.7]:4711'], 200],
      [['2001:db8::7%eth0'], 200],
      [['198.51.100.1:4711'], 403],
      // An empty entry stays: the client has sent the one before it.
      [['192.0.2.7', ''], 403],
      [['unknown'], 403],
      [[''], 403],
    ])('behind a trusted proxy, the forwarded addresses %j are answered %i', async (addresses, status) => {
      const token = await restricted(behindProxy, ['192.0.2.0/24', '2001:db8::/32']);
      const headers = from(...addresses);
      expect((await behindProxy.ask('GET', '/self/me', { token, headers })).status).toBe(status);
    });
  });
});
