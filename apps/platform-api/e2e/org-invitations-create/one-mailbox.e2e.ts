import { mailboxSpellings } from '@governance/testing';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invite, invitee } from '../support/invitations';

describe('POST /iam/org-invitations with another spelling of one mailbox', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it('answers 409 when the mailbox belongs to a member', async () => {
    app.provider.gateway.members.add(`org_acme ${invitee}`);
    for (const email of mailboxSpellings(invitee)) {
      expect([email, (await invite(app, { email })).status]).toEqual([email, 409]);
    }
  });

  it('answers with the canonical address, and replaces the pending invitation', async () => {
    const emails = mailboxSpellings(invitee);
    for (const email of emails) expect((await invite(app, { email })).body).toMatchObject({ email: invitee });
    expect(
      await app.sql('SELECT state, count(*)::int FROM deliveries GROUP BY state ORDER BY state'),
    ).toEqual([
      { state: 'cancelled', count: emails.length - 1 },
      { state: 'queued', count: 1 },
    ]);
    expect([...app.provider.gateway.offers.values()]).toMatchObject([{ email: invitee }]);
  });
});
