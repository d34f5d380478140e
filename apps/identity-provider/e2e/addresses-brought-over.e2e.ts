import { Keyring } from '@governance/keyring';
import { randomBytes, randomUUID } from 'node:crypto';
import { bringOverAddresses } from '../src/database/bring-over-addresses';
import { type IdentityApp, startIdentityApp } from './support/identity-app';
import { addOrganization } from './support/machines';

const spelling = 'Member@exa\u00admple.com';
const nothing = { changed: 0, withoutForm: 0, unreadable: 0, collisions: [] };

describe('addresses that an earlier release of the provider has stored', () => {
  let identity: IdentityApp;
  let keyring: Keyring;
  beforeEach(async () => {
    identity = await startIdentityApp();
    keyring = Keyring.load(identity.stores.keyringFile);
    await addOrganization(identity.manage, 'org_acme');
  });
  afterEach(() => identity.close());

  const bringOver = (): Promise<object> => bringOverAddresses(identity.stores.databaseUrl, keyring);
  const find = async (email: string): Promise<unknown> =>
    (await identity.manage('GET', `/users?email=${encodeURIComponent(email)}`)).body;

  /** Adds an account as an earlier release stored it: found by the address in lower case. */
  async function addFormer(id: string, email: string): Promise<void> {
    await identity.manage('PUT', `/users/${id}`, { email: `${id}@example.org`, name: id });
    await identity.manage('PUT', `/organizations/org_acme/memberships/${id}`, { role: 'viewer' });
    await identity.stores.sql('UPDATE identity.users SET email = $2, email_mac = $3 WHERE id = $1', [
      id,
      keyring.seal(email, { table: 'identity.users', column: 'email', row: id }),
      keyring.mac('user-email', email.toLowerCase()),
    ]);
  }

  it('are converted to their canonical form, by which the user is found', async () => {
    await addFormer('former', spelling);
    expect(await find(spelling)).toEqual({ users: [] });
    expect(await bringOver()).toEqual({ ...nothing, changed: 1 });
    expect(await find('member@example.com')).toMatchObject({
      users: [{ id: 'former', email: 'Member@example.com' }],
    });
    expect(await bringOver()).toEqual(nothing);
  });

  it('are reported and unchanged if another member has them', async () => {
    await identity.manage('PUT', '/users/present', { email: 'member@example.com', name: 'Present' });
    await addFormer('former', spelling);
    const collisions = [{ userId: 'former', organizationIds: ['org_acme'] }];
    for (let time = 0; time < 2; time += 1) {
      expect(await bringOver()).toEqual({ ...nothing, collisions });
    }
    expect(await find(spelling)).toMatchObject({ users: [{ id: 'present' }] });
    expect((await identity.manage('GET', '/users/former')).body).toMatchObject({ email: spelling });
    const another = { email: 'former@example.com', name: 'Former' };
    expect((await identity.manage('PUT', '/users/former', another)).status).toBe(200);
    expect(await bringOver()).toEqual(nothing);
  });

  it('leave one open invitation to a mailbox, the newest', async () => {
    const ids = [randomUUID(), randomUUID()];
    // Not expired: the provider deletes expired invitations in the background.
    const now = Date.now();
    for (const [index, id] of ids.entries()) {
      const email = ['v@\u24d4xample.org', 'v@exa\u00admple.org'][index] ?? '';
      await identity.manage('PUT', `/invitations/${id}`, {
        orgId: 'org_acme',
        email: `v${index}@example.org`,
        role: 'viewer',
        token: randomBytes(32).toString('base64url'),
        createdAt: new Date(now + index).toISOString(),
        expiresAt: new Date(now + 86_400_000).toISOString(),
      });
      await identity.stores.sql('UPDATE identity.invitations SET email = $2, email_mac = $3 WHERE id = $1', [
        id,
        keyring.seal(email, { table: 'identity.invitations', column: 'email', row: id }),
        keyring.mac('invited-address', email.toLowerCase()),
      ]);
    }
    expect(await bringOver()).toEqual({ ...nothing, changed: 2 });
    expect(
      await identity.stores.sql(
        'SELECT id, withdrawn_at IS NULL AS is_open FROM identity.invitations ORDER BY created_at',
      ),
    ).toEqual([
      { id: ids[0], is_open: false },
      { id: ids[1], is_open: true },
    ]);
  });
});
