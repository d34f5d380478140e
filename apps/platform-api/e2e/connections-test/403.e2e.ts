import { permissions, permissionsOfRole } from '@governance/iam';
import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsState,
  gate,
  startConnectionsApp,
  testConnection,
} from '../support/connections';
import { claimsNamespace } from '../support/platform-app';

describe('POST /iam/connections/{connectionId}/test', () => {
  let app: CredentialsApp;
  let id: string;
  let before: unknown;
  beforeEach(async () => {
    app = await startConnectionsApp();
    id = await connectionId(app);
    before = await connectionsState(app);
  });
  afterEach(() => app.close());
  const send = (request: Request): Promise<HttpAnswer> => testConnection(app, id, request);

  it('answers 403 to a caller with every other permission, to a viewer too, and records it', async () => {
    const others = permissions.filter((permission) => permission !== 'org:connections:write');
    for (const held of [others, [...permissionsOfRole('viewer')]]) {
      const { status, body } = await send({ token: app.personToken({ permissions: held }) });
      expect([status, body.error_description]).toEqual([
        403,
        'the access token lacks the permission org:connections:write',
      ]);
    }
    const refused = { operation: 'connections:test', outcome: 'refused', reason: 'insufficient_permissions' };
    expect(await auditOf(app)).toMatchObject([refused, refused]);
    expect(await connectionsState(app)).toEqual(before);
  });

  it('answers 403 to a machine with every permission', async () => {
    const { clientId } = await app.create();
    const { status, body } = await send({ token: app.machineToken(clientId) });
    expect([status, body.error_description]).toEqual([403, 'this operation is not open to machines']);
    expect(await auditOf(app)).toMatchObject([{ outcome: 'refused', actor_kind: 'machine' }]);
    expect(await connectionsState(app)).toEqual(before);
  });

  it('answers 403 with step_up_required when the organization’s policy gates it', async () => {
    await gate(app, 'connections:test');
    const token = app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await send({ token });
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
    expect(await connectionsState(app)).toEqual(before);
  });
});
