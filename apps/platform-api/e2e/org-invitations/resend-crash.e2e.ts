import { type InvitationCrashes, sharedInvitationCrashes } from '../machines/invitation-crashes';

describe('kill -9 of the API during a resend', () => {
  let crashes: InvitationCrashes;
  beforeAll(async () => {
    crashes = await sharedInvitationCrashes();
  });
  afterEach(() => crashes.clear());

  /** Expects the older invitation alone, as it was. */
  async function expectUnchanged(link: string): Promise<void> {
    expect(await crashes.statusOf(link)).toBe(200);
    expect(await crashes.statuses()).toEqual(['pending']);
    await crashes.deliver();
    expect(crashes.inbox.messages()).toHaveLength(1);
  }

  /** Expects the new invitation, its mail, and a dead older link. */
  async function expectResent(olderLink: string): Promise<void> {
    await crashes.deliver();
    expect(crashes.inbox.messages()).toHaveLength(2);
    expect(await crashes.statusOf(olderLink)).toBe(410);
    expect(await crashes.statusOf(crashes.lastLink())).toBe(200);
    expect(await crashes.statuses()).toEqual(['pending', 'revoked']);
    expect(
      await crashes.sql(`SELECT outcome FROM audit_trail JOIN invitations ON target = invitations.id::text
        WHERE operation = 'org-invitations:resend'`),
    ).toEqual([{ outcome: 'done' }]);
  }

  it('while it reads whether the invitation is pending changes nothing', async () => {
    const { id, link } = await crashes.invited();
    await crashes.killAt('identity.invitations IN ACCESS EXCLUSIVE MODE', () =>
      crashes.ask('POST', `/${id}/resend`),
    );
    await expectUnchanged(link);
  });

  it('while it looks for a member changes nothing', async () => {
    const { id, link } = await crashes.invited();
    await crashes.killAt('identity.memberships IN ACCESS EXCLUSIVE MODE', () =>
      crashes.ask('POST', `/${id}/resend`),
    );
    await expectUnchanged(link);
  });

  it('before the new invitation is stored changes nothing', async () => {
    const { id, link } = await crashes.invited();
    await crashes.killAt('invitations IN EXCLUSIVE MODE', () => crashes.ask('POST', `/${id}/resend`));
    await expectUnchanged(link);
  });

  it('before its offer still sends the new link, and ends the older one', async () => {
    const { id, link } = await crashes.invited();
    await crashes.killAt('identity.invitations IN EXCLUSIVE MODE', () =>
      crashes.ask('POST', `/${id}/resend`),
    );
    await expectResent(link);
  });

  it('after its response sends the new link once', async () => {
    const { id, link } = await crashes.invited();
    expect((await crashes.ask('POST', `/${id}/resend`)).status).toBe(201);
    await crashes.kill();
    await expectResent(link);
    await crashes.deliver();
    expect(crashes.inbox.messages()).toHaveLength(2);
  });
});
