import { type InvitationCrashes, sharedInvitationCrashes } from '../machines/invitation-crashes';

describe('kill -9 of the API during a revocation', () => {
  let crashes: InvitationCrashes;
  beforeAll(async () => {
    crashes = await sharedInvitationCrashes();
  });
  afterEach(() => crashes.clear());

  const revoked = (): Promise<Record<string, unknown>[]> =>
    crashes.sql(`SELECT target FROM audit_trail JOIN invitations ON target = invitations.id::text
      WHERE operation = 'org-invitations:revoke' AND outcome = 'done'`);

  it('before the link is dead changes nothing', async () => {
    const { id, link } = await crashes.invited();
    await crashes.killAt('identity.invitations IN EXCLUSIVE MODE', () => crashes.ask('DELETE', `/${id}`));
    expect(await crashes.statusOf(link)).toBe(200);
    expect(await crashes.statuses()).toEqual(['pending']);
    expect(await revoked()).toEqual([]);
    expect((await crashes.ask('DELETE', `/${id}`)).status).toBe(204);
    expect(await crashes.statusOf(link)).toBe(410);
  });

  it('before the record leaves a dead link, which the list shows as revoked; the repeated call records it once', async () => {
    const { id, link } = await crashes.invited();
    await crashes.killAt('invitations IN EXCLUSIVE MODE', () => crashes.ask('DELETE', `/${id}`));
    expect(await crashes.statusOf(link)).toBe(410);
    expect(await crashes.statuses()).toEqual(['revoked']);
    expect(await revoked()).toEqual([]);
    expect((await crashes.ask('DELETE', `/${id}`)).status).toBe(204);
    expect((await crashes.ask('DELETE', `/${id}`)).status).toBe(404);
    expect(await revoked()).toEqual([{ target: id }]);
  });

  it('before the record of one whose mail waits sends no mail', async () => {
    const id = await crashes.invite();
    await crashes.killAt('invitations IN EXCLUSIVE MODE', () => crashes.ask('DELETE', `/${id}`));
    await crashes.deliver();
    expect(crashes.inbox.messages()).toEqual([]);
    expect(await crashes.sql('SELECT state, failure FROM deliveries')).toEqual([
      { state: 'cancelled', failure: 'InvitationOutdated' },
    ]);
  });

  it('after the record leaves it revoked, and sends no mail', async () => {
    const id = await crashes.invite();
    expect((await crashes.ask('DELETE', `/${id}`)).status).toBe(204);
    await crashes.kill();
    expect((await crashes.ask('DELETE', `/${id}`)).status).toBe(404);
    expect(await crashes.statuses()).toEqual(['revoked']);
    await crashes.deliver();
    expect(crashes.inbox.messages()).toEqual([]);
  });
});
