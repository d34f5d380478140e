import { Database } from '@governance/postgres';
import { InvitationsStore } from '../src/invitations/invitations.store';
import { PeopleStores } from '../src/stores/people-stores';
import { invite } from './support/invitations';
import { addPerson } from './support/people';
import { givenApp } from './support/shared-app';

const byPassword = { name: '', connectionId: 'con_acme', passwordHash: undefined, identity: undefined };

describe('the acceptance of an invitation by a known user', () => {
  const { identity } = givenApp();

  beforeAll(async () => {
    await identity.manage('PUT', '/organizations/org_acme', { name: 'Acme MSP' });
    const connection = { name: 'Email and password', type: 'database' };
    await identity.manage('PUT', '/organizations/org_acme/connections/con_acme', connection);
  });

  it('counts once for concurrent acceptances by a known user', async () => {
    const { userId, email } = await addPerson(identity, { places: [] });
    const { id } = await invite(identity, { email });
    const { acceptances } = identity.get(PeopleStores);
    // Opens enough connections, so that the requests are concurrent in the database.
    const database = identity.app.get<Database>(Database);
    await Promise.all(Array.from({ length: 8 }, () => database.query('SELECT pg_sleep(0.05)')));
    const accepted = await Promise.all(
      Array.from({ length: 8 }, () => acceptances.accept(id, { userId, ...byPassword })),
    );
    expect(accepted.filter(Boolean)).toHaveLength(1);
  });

  it('excludes a withdrawal that happens at the same time', async () => {
    const [{ acceptances }, invitations] = [identity.get(PeopleStores), identity.get(InvitationsStore)];
    for (let round = 0; round < 10; round += 1) {
      const { userId, email } = await addPerson(identity, { places: [] });
      const { id } = await invite(identity, { email });
      const times = { createdAt: new Date(), expiresAt: new Date() };
      const invited = {
        orgId: 'org_acme',
        email,
        role: 'viewer',
        connectionId: undefined,
        ...times,
      } as const;
      const [accepted, withdrawn] = await Promise.all([
        acceptances.accept(id, { userId, ...byPassword }),
        invitations.withdraw(id, invited),
      ]);
      expect(withdrawn).toBe(!accepted);
      const [{ state } = { state: '' }] = await invitations.statesOf('org_acme', [id]);
      expect(state).toBe(accepted ? 'accepted' : 'withdrawn');
    }
  });
});
