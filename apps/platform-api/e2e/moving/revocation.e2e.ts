import { opened } from '@governance/testing';
import { type CredentialsApp } from '../support/credentials-app';
import { keepLog } from '../support/kept-log';
import { startMovedApp } from '../support/moved-app';
import { unfinished } from '../support/reconciler';

describe('the revocation of a credential of a former identity provider', () => {
  const moved = opened(() => startMovedApp({ logger: log.logger }));
  let after: CredentialsApp;
  const log = keepLog();
  beforeAll(() => {
    ({ after } = moved);
  });

  const me = async (clientId: string): Promise<number> =>
    (await after.ask('GET', '/self/me', { token: moved.before.machineToken(clientId) })).status;

  it('answers 204, ends the credential at once, and calls no provider § 3c 4.2bg', async () => {
    const { id, clientId, secret } = await moved.createBefore();
    expect(await me(clientId)).toBe(200);
    after.provider.wire.isDown = true;
    const { status, text } = await after.manage('DELETE', `/${id}`);
    after.provider.wire.isDown = false;
    expect([status, text]).toEqual([204, '']);
    expect(await me(clientId)).toBe(401);
    expect((await after.manage('DELETE', `/${id}`)).status).toBe(404);
    expect(await unfinished(after)).toBe(0);
    // Out of reach: the operator deletes it there.
    expect(await moved.before.provider.accepts(clientId, secret)).toBe(true);
    const left = await after.sql('SELECT state, client_id, issuer FROM m2m_credentials WHERE id = $1', [id]);
    const { issuer } = moved.before.issuer;
    expect(left).toEqual([{ state: 'revoked', client_id: clientId, issuer }]);
    const lines = log
      .text()
      .split('\n')
      .filter((line) => line.includes('client left at a former'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ credential: id, client: clientId, issuer, organization: after.orgId }),
    ]);
  });
});
