import { given } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { invite, kept, nothing } from '../support/invitations';
import { claimsNamespace } from '../support/platform-app';

const connectionRefused = 'connection_id must name an enabled connection of this organization';

describe('POST /iam/org-invitations', () => {
  describe('400', () => {
    const app = given(newOrganization);
    beforeAll(() => {
      app.provider.directory.connections.set(app.orgId, [
        { id: 'con_1', name: 'Password', type: 'database', enabled: true },
        { id: 'con_off', name: 'Upstream', type: 'enterprise', enabled: false },
      ]);
      const theirs = { id: 'con_theirs', name: 'Theirs', type: 'database', enabled: true };
      app.provider.directory.connections.set('org_globex', [theirs]);
    });
    afterEach(async () => {
      expect(await kept(app)).toEqual(nothing);
      expect(app.provider.gateway.offers.size).toBe(0);
    });

    it.each([
      undefined,
      null,
      '',
      7,
      {},
      ['a@example.com'],
      'no-address',
      'a@b',
      'a@example.com, b@example.com',
      'Name <a@example.com>',
      ' a@example.com',
      'a@example.com ',
      '"a b"@example.com',
      'ä@example.com',
      `${'a'.repeat(65)}@example.com`,
      'a@example.com\r\nBcc: b@example.com',
      'a@a/b.com',
      'a@1.2',
      'a@0x7f.1',
      'a@[1.2.3.4]',
      'a@ex%61mple.com',
      'a@example.com?b.org',
      'a@example.com#b.org',
      'a@a\\b.com',
      'a@example.com:25',
      'a@exa\tmple.com',
      'a@example..com',
      'a@example.com..',
      'a@xn--ample-zib.com',
      'jos\u00e9@example.com',
      'jose\u0301@example.com',
      `a@${'l'.repeat(64)}.com`,
      `a@${'abcdefg.'.repeat(31)}abcdef`,
    ])('answers 400 to the address %j § 2.10a', async (email) => {
      const { status, body } = await invite(app, { email });
      expect([status, body]).toEqual([
        400,
        { error: 'invalid_request', error_description: 'email must be an email' },
      ]);
    });

    it('answers 400 to an address with a NUL', async () => {
      const { status, body } = await invite(app, { email: 'a\0@example.com' });
      expect([status, body.error_description]).toEqual([
        400,
        'email must be well-formed text without NUL characters',
      ]);
    });

    it.each([undefined, null, '', 'client-manager', 'owner', 'Viewer', 'viewer ', 'admin', '__proto__'])(
      'answers 400 to the role %j § 2.10b 4.2bq',
      async (role) => {
        const { status, body } = await invite(app, { role });
        expect([status, body]).toEqual([
          400,
          { error: 'invalid_request', error_description: 'role must be account-admin or viewer' },
        ]);
      },
    );

    it.each([7, ['viewer'], {}, true])('answers 400 to %j as a role', async (role) => {
      expect((await invite(app, { role })).body.error_description).toBe('role must be a string');
    });

    it('answers 400, identical to the byte, for a connection that is disabled, unknown, or of another organization § 2.10h 4.2bq', async () => {
      const answers = await Promise.all(
        ['con_off', 'con_theirs', 'con_none', 'CON_1', 'x'.repeat(10_000)].map((connection_id) =>
          invite(app, { connection_id }),
        ),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect([answers[0]?.status, answers[0]?.body]).toEqual([
        400,
        { error: 'invalid_request', error_description: connectionRefused },
      ]);
    });

    it.each([7, ['con_1'], {}])('answers 400 to %j as a connection', async (connection_id) => {
      const { status, body } = await invite(app, { connection_id });
      expect([status, body.error_description]).toEqual([400, 'connection_id must be a string']);
    });

    it('answers 400 to an unknown member, and names it', async () => {
      for (const member of ['connectionId', 'org_id', 'name', 'expires_at']) {
        const { status, body } = await invite(app, { [member]: 'x' });
        expect([status, body.error_description]).toEqual([400, `${member} is not a member of this request`]);
      }
    });
  });

  describe('403', () => {
    const app = given(newOrganization);
    afterEach(async () => {
      expect(await kept(app)).toEqual(nothing);
    });

    it('answers 403 to a caller who lacks permissions of the role', async () => {
      const held = ['org:invitations:write', 'self:organization:read'];
      for (const [role, permissions] of [
        ['account-admin', held],
        ['viewer', ['org:invitations:write']],
      ]) {
        const token = app.personToken({ permissions });
        const { status, body, headers } = await invite(app, { role }, { token });
        expect([status, body]).toEqual([
          403,
          {
            error: 'insufficient_permissions',
            error_description: 'the role has permissions that the access token lacks',
          },
        ]);
        expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
      }
    });

    it('answers 403 to a machine that invites an account-admin, even with all permissions', async () => {
      const { id, clientId } = await app.create();
      const token = app.machineToken(clientId);
      const { status, body } = await invite(app, { role: 'account-admin' }, { token });
      expect([status, body.error]).toEqual([403, 'insufficient_permissions']);
      await app.manage('DELETE', `/${id}`);
    });

    it('answers 403 with step_up_required to a user without a recent second factor who invites an account-admin § 10.14c', async () => {
      const stale = app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
      const { status, body } = await invite(app, { role: 'account-admin' }, { token: stale });
      expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
      // The gate is known only from a valid body.
      for (const wrong of [{ role: 'owner' }, { role: 'account-admin', email: 'none' }]) {
        expect((await invite(app, wrong, { token: stale })).status).toBe(400);
      }
      // decisions 3: a missing permission is told first.
      const lacking = app.personToken({
        [`${claimsNamespace}mfa_max_age`]: 300,
        permissions: ['org:invitations:write'],
      });
      const refused = await invite(app, { role: 'account-admin' }, { token: lacking });
      expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_permissions']);
    });
  });
});
