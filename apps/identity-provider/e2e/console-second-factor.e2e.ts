import { given } from '@governance/testing';
import { randomBytes } from 'node:crypto';
import { toBase32 } from '../src/second-factor/base32';
import { changeTokens, sessionsOf } from './support/console';
import { ConsoleThings } from './support/console-things';
import { sharedConsole } from './support/shared-console';
import { SignedIn } from './support/signed-in';

const warning = 'Your organization requires a second factor for changes here, and you have none';
const gatedPages = [
  '',
  'credentials',
  'credentials/new',
  'service-identities',
  'members',
  'invitations/new',
  'connections',
  'domains/new',
];

/** The shipped console and the embedded provider: an organization that turns on the second factor while people are signed in. */
describe('the second factor in the console', () => {
  const app = given(sharedConsole);
  const admin = given(() => SignedIn.member(app), beforeEach);

  /** From then on, tokens say the window; those of the session are issued again. */
  async function requireFactor({ orgId, person } = admin): Promise<void> {
    await app.identity.manage('PATCH', `/organizations/${orgId}`, { mfaMaxAge: 300 });
    for (const row of await sessionsOf(app, person)) await changeTokens(app, row, { expiresAt: 0 });
  }

  /** Of the form that is kept: its row becomes what the sign-in leaves that was begun for it. */
  async function completeSignIn(): Promise<void> {
    const select = 'SELECT id, kept_form FROM console_sessions WHERE subject = $1';
    const [row] = await app.identity.stores.sql(select, [admin.person.userId]);
    const { id, kept_form: sealed } = row as { id: string; kept_form: Buffer };
    const place = { table: 'console_sessions', column: 'kept_form', row: id };
    const form = JSON.parse(app.keyring.open(sealed, place).toString()) as object;
    const ready = app.keyring.seal(JSON.stringify({ ...form, isReady: true }), place);
    await app.identity.stores.sql('UPDATE console_sessions SET kept_form = $2 WHERE id = $1', [id, ready]);
  }

  const page = (path: string): Promise<string> => admin.page(path);

  it('is announced to an admin who has none, with the way to it, before a write is refused § 10.14e', async () => {
    expect(await page('')).not.toContain(warning);
    await requireFactor();
    for (const path of gatedPages) {
      const html = await page(path);
      expect([path, html]).toEqual([path, expect.stringContaining(warning)]);
      expect(html).toContain(`<a href="${app.identity.issuer}/account/passkeys">Set one up</a>`);
    }
    for (const path of ['profile', 'sessions', 'audit', 'results'])
      expect([path, await page(path)]).toEqual([path, expect.not.stringContaining(warning)]);
    const secret = toBase32(randomBytes(20));
    await app.identity.manage('PUT', `/users/${admin.person.userId}/totp`, { secret });
    expect(await page('')).not.toContain(warning);
  });

  it('is not announced to a viewer, whose role has none of these forms § 10.14e', async () => {
    const viewer = await admin.colleague('viewer');
    await requireFactor(viewer);
    expect(await viewer.page('')).not.toContain(warning);
  });

  it('is asked for by every form that gives power, which is kept, and by no invitation of a viewer § 10.14f', async () => {
    const things = new ConsoleThings(admin);
    const identity = await things.unusedServiceIdentity();
    const [connection, domain, member] = [
      await things.connection(),
      await things.domain(),
      await things.member(),
    ];
    await requireFactor();
    const forms: Readonly<Record<string, Record<string, string>>> = {
      invitations: { email: 'admin@example.org', role: 'account-admin', connection_id: '' },
      [`members/${member}/role`]: { role: 'account-admin' },
      [`members/${member}/remove`]: {},
      connections: {
        name: 'Another',
        issuer: 'https://other.example.org',
        client_id: 'governance',
        client_secret: 'canary-secret',
      },
      [`connections/${connection}/change`]: { name: 'Changed', acr_values: '', amr_values: 'mfa' },
      [`connections/${connection}/disable`]: {},
      [`connections/${connection}/remove`]: { name: things.connectionName },
      domains: { name: 'proven.example', connection_id: '' },
      [`domains/${domain}/check`]: {},
      [`domains/${domain}/remove`]: {},
      [`service-identities/${identity}/rename`]: { name: 'Renamed' },
      [`service-identities/${identity}/delete`]: {},
    };
    for (const [path, fields] of Object.entries(forms)) {
      const { status, location } = await admin.post(path, fields);
      expect([path, status]).toEqual([path, 303]);
      const asked = new URL(location);
      expect([path, asked.origin]).toEqual([path, app.identity.issuer]);
      expect(asked.searchParams.get('acr_values')).not.toBeNull();
      await completeSignIn();
      const kept = await page('continue');
      for (const [name, value] of Object.entries(fields)) {
        if (name.includes('secret')) expect(kept).not.toContain(value);
        else expect([path, kept]).toEqual([path, expect.stringContaining(`name="${name}" value="${value}"`)]);
      }
    }
    const viewer = { email: 'viewer@example.org', role: 'viewer', connection_id: '' };
    const { location } = await admin.post('invitations', viewer);
    expect(location).toBe(`${app.url}/console/invitations?done=sent`);
  });
});
