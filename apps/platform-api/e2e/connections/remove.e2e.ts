import { given, type HttpAnswer } from '@governance/testing';
import { type Request } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsPath,
  connectionsState,
  newConnectionsOrganization,
  password,
  removeConnection,
} from '../support/connections';
import { leaveUnfinished, unfinished } from '../support/provider-changes';

describe('DELETE /iam/connections/{connectionId}', () => {
  describe('204, 400', () => {
    const app = given(newConnectionsOrganization, beforeEach);
    let id: string;
    beforeEach(async () => {
      id = await connectionId(app);
    });

    it('answers 204 without a body; the connection is gone from the list, and the audit trail names it § 10.6n', async () => {
      const { status, text } = await removeConnection(app, id);
      expect([status, text]).toEqual([204, '']);
      expect((await app.ask('GET', connectionsPath)).text).not.toContain(id);
      expect(await auditOf(app)).toEqual([
        {
          operation: 'connections:remove',
          target: id,
          outcome: 'done',
          reason: null,
          actor_kind: 'person',
          actor_subject: 'person-1',
          org_id: app.orgId,
        },
      ]);
      expect((await removeConnection(app, id)).status).toBe(404);
    });

    it('ends the tokens of its members in this organization', async () => {
      app.provider.members.put(app.orgId, { id: 'by-connection', role: 'viewer', connectionId: id });
      // All are from before the removal: a token of a later second is valid.
      const tokens = [{}, { org_id: 'org_globex' }, { sub: 'by-password' }].map((claims) =>
        app.personToken({ sub: 'by-connection', ...claims }),
      );
      const answers = async (): Promise<number[]> => {
        const asked = tokens.map((token) => app.ask('PATCH', '/self/profile', { token, body: {} }));
        return (await Promise.all(asked)).map(({ status }) => status);
      };
      expect(await answers()).toEqual([200, 200, 200]);
      await removeConnection(app, id);
      expect(await answers()).toEqual([401, 200, 200]);
    });

    it('can be repeated after a lost call, and access ends first', async () => {
      app.provider.members.put(app.orgId, { id: 'by-connection', role: 'viewer', connectionId: id });
      // The last call to the provider: after it was disabled, and after the cut-off.
      app.provider.wire.loseOne('request', 3);
      expect((await removeConnection(app, id)).status).toBe(503);
      expect(app.provider.directory.all(app.orgId)).toMatchObject([{}, { id, enabled: false }]);
      expect(await app.sql('SELECT subject FROM token_cut_offs')).toEqual([{ subject: 'by-connection' }]);
      expect((await removeConnection(app, id)).status).toBe(204);
    });

    it('answers 400 to a body that is not JSON, although it needs none, and removes no connection § 10.6o', async () => {
      const before = await connectionsState(app);
      const { status, body } = await removeConnection(app, id, { body: '{' });
      const text = 'the request body is not valid JSON';
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
      expect(await connectionsState(app)).toEqual(before);
    });
  });

  describe('409', () => {
    const app = given(newConnectionsOrganization);

    it('answers 409 if no account-admin could sign in afterwards, changes nothing, and cuts off no token § 10.6s', async () => {
      const id = await connectionId(app);
      app.provider.members.put(app.orgId, { id: 'person-1', role: 'account-admin', connectionId: id });
      app.provider.directory.needed.add(id);
      const before = await connectionsState(app);
      const { status, body } = await removeConnection(app, id);
      expect([status, body]).toEqual([
        409,
        {
          error: 'conflict',
          error_description:
            'no account-admin of the organization could sign in afterwards: give one another sign-in method first',
        },
      ]);
      expect(await connectionsState(app)).toEqual(before);
      expect(await auditOf(app)).toMatchObject([{ target: id, outcome: 'refused', reason: 'conflict' }]);
    });

    it('answers 409 for a password', async () => {
      const { status, body } = await removeConnection(app, password.id);
      expect([status, body.error_description]).toEqual([
        409,
        'only connections of type enterprise can be tested or removed',
      ]);
    });

    it('answers 409 while another change of the connection is not finished, and has no effect', async () => {
      const id = await connectionId(app);
      const finish = await leaveUnfinished(app, id);
      const before = await connectionsState(app);
      const { status, body } = await removeConnection(app, id);
      expect([status, body]).toEqual([409, unfinished]);
      expect(await connectionsState(app)).toEqual(before);
      expect((await auditOf(app)).at(-1)).toMatchObject({
        target: id,
        outcome: 'refused',
        reason: 'conflict',
      });
      await finish();
      expect((await removeConnection(app, id)).status).toBe(204);
    });
  });

  describe('503', () => {
    const app = given(newConnectionsOrganization);
    let id: string;
    beforeAll(async () => {
      id = await connectionId(app);
    });
    const send = (request: Request): Promise<HttpAnswer> => removeConnection(app, id, request);

    it('answers 503 while the identity provider is unavailable, and has no effect § 10.6t', async () => {
      const before = await connectionsState(app);
      app.provider.wire.isDown = true;
      const { status, body, headers } = await send({});
      app.provider.wire.isDown = false;
      expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect([await connectionsState(app), await auditOf(app)]).toEqual([before, []]);
    });
  });
});
