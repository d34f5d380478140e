import { given, startTokenIssuer } from '@governance/testing';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { startMovedApp } from '../support/moved-app';

async function statusOf(app: CredentialsApp, token: string): Promise<number> {
  return (await app.ask('GET', '/self/me', { token })).status;
}

describe('the token of a machine', () => {
  it('of the former issuer gets 401 as soon as the issuer is no longer listed for machines', async () => {
    const moved = await startMovedApp({ acceptsFormer: false });
    const { clientId } = await moved.createBefore();
    const token = moved.before.machineToken(clientId);
    expect([await statusOf(moved.before, token), await statusOf(moved.after, token)]).toEqual([200, 401]);
    await moved.close();
  });

  it('gets 401 from an issuer other than that of the credential with the same client id', async () => {
    const moved = await startMovedApp();
    const theirs = await moved.createBefore();
    const ours = await moved.after.create();
    const { before, after } = moved;
    const tokens = [
      before.machineToken(theirs.clientId),
      after.machineToken(ours.clientId),
      after.machineToken(theirs.clientId),
      before.machineToken(ours.clientId),
    ];
    const statuses = await Promise.all(tokens.map((token) => statusOf(after, token)));
    expect(statuses).toEqual([200, 200, 401, 401]);
    await moved.close();
  });

  describe('of a stranger that is listed for machines', () => {
    const stranger = given(() => startTokenIssuer({ audience: 'https://api.example.org' }));
    const app = given(() =>
      startCredentialsApp({ otherIssuers: [{ issuer: stranger.issuer, issues: ['machines'] }] }),
    );
    afterAll(async () => {
      await app.close();
      await stranger.close();
    });

    it('gets 401 with the client id and organization of a credential § 4.2x', async () => {
      const { clientId } = await app.create();
      const claims = { org_id: app.orgId, permissions: ['m2m:credentials:read'] };
      expect(await statusOf(app, app.machineToken(clientId))).toBe(200);
      const forged = stranger.mintForMachine(clientId, { claims });
      expect(await statusOf(app, forged)).toBe(401);
      expect((await app.manage('GET', '', { token: forged })).status).toBe(401);
      expect(await statusOf(app, stranger.mintForMachine('another', { claims }))).toBe(401);
    });

    it('gets 401 with the client id of a credential of an earlier release', async () => {
      const { id, clientId } = await app.create();
      await app.sql('UPDATE m2m_credentials SET issuer = NULL WHERE id = $1', [id]);
      expect(await statusOf(app, app.machineToken(clientId))).toBe(200);
      const claims = { org_id: app.orgId };
      expect(await statusOf(app, stranger.mintForMachine(clientId, { claims }))).toBe(401);
    });
  });
});
