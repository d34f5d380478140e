import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { expire, invitationsPath, invitedId, invitee, listed, resend, revoke } from '../support/invitations';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

describe('GET /iam/org-invitations', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it('answers 200 with every member of an entry, and none with a link', async () => {
    app.provider.directory.connections.set(app.orgId, [
      { id: 'con_1', name: 'Password', type: 'database', enabled: true },
    ]);
    const id = await invitedId(app, { connection_id: 'con_1' });
    const { status, text, body, headers } = await app.ask('GET', invitationsPath);
    expect([status, body]).toEqual([
      200,
      {
        invitations: [
          {
            id,
            email: invitee,
            role: 'viewer',
            connection_id: 'con_1',
            expires_at: moment,
            status: 'pending',
            created_at: moment,
          },
        ],
      },
    ]);
    const [offer] = app.provider.gateway.offers.values();
    expect(text).not.toContain(offer?.token);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('shows what became of each, newest first, and only those with the status that the query names', async () => {
    const names = ['expired', 'accepted', 'revoked', 'former'];
    const ids: string[] = [];
    for (const name of names) ids.push(await invitedId(app, { email: `${name}@example.com` }));
    const [expired = '', accepted = '', revoked = '', former = ''] = ids;
    await expire(app, expired);
    app.provider.gateway.accepted.add(accepted);
    await revoke(app, revoked);
    const sent = String((await resend(app, former)).body.id);
    const all = [
      [sent, 'pending'],
      [former, 'revoked'],
      [revoked, 'revoked'],
      [accepted, 'accepted'],
      [expired, 'expired'],
    ];
    expect(await listed(app)).toEqual(all);
    for (const status of ['pending', 'accepted', 'expired', 'revoked']) {
      expect(await listed(app, `?status=${status}`)).toEqual(all.filter((entry) => entry[1] === status));
    }
  });

  it('shows one that the provider did not get yet as pending', async () => {
    app.provider.wire.loseOne('request', 1);
    const id = await invitedId(app);
    expect(app.provider.gateway.offers.size).toBe(0);
    expect(await listed(app)).toEqual([[id, 'pending']]);
  });

  it('shows one that can no longer be accepted as revoked, such as after its connection was removed', async () => {
    const id = await invitedId(app);
    app.provider.gateway.offers.clear();
    await app.sql(`UPDATE deliveries SET state = 'sent', sent_at = now()`);
    expect(await listed(app)).toEqual([[id, 'revoked']]);
  });

  it('shows only invitations of the token’s organization, with their addresses', async () => {
    const ours = await invitedId(app);
    const token = app.personToken({ org_id: 'org_globex' });
    const theirs = await invitedId(app, { email: 'other@example.com' }, { token });
    expect(await listed(app)).toEqual([[ours, 'pending']]);
    const answer = await app.ask('GET', invitationsPath, { token });
    expect(answer.body.invitations).toMatchObject([{ id: theirs, email: 'other@example.com' }]);
    expect(answer.text).not.toContain(invitee);
    const other = app.personToken({ org_id: 'org_initech' });
    expect((await app.ask('GET', invitationsPath, { token: other })).text).toBe('{"invitations":[]}');
  });

  it('answers 200 to a machine with the permission', async () => {
    const id = await invitedId(app);
    const { clientId } = await app.create();
    const token = app.machineToken(clientId, { permissions: ['org:invitations:read'] });
    expect(await listed(app, '', { token })).toEqual([[id, 'pending']]);
  });
});
