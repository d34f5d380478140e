import { randomUUID } from 'node:crypto';
import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsState,
  removeConnection,
  startConnectionsApp,
} from '../support/connections';

const notFound = { error: 'not_found', error_description: 'there is no connection with this id' };

describe('DELETE /iam/connections/{connectionId}', () => {
  let app: CredentialsApp;
  let theirs: string;
  beforeAll(async () => {
    app = await startConnectionsApp();
    theirs = await connectionId(app);
  });
  afterAll(() => app.close());
  const send = (id: string, request: Request): Promise<HttpAnswer> => removeConnection(app, id, request);

  it('answers 404, identical to the byte, for a connection of another organization and an unknown one', async () => {
    const before = await connectionsState(app);
    const token = app.personToken({ org_id: 'org_globex' });
    const texts = new Set<string>();
    for (const id of [theirs, `con_${randomUUID()}`, randomUUID(), 'x'.repeat(300), '%00', '..%2F', '%27']) {
      const { status, text } = await send(id, { token });
      expect(status).toBe(404);
      texts.add(text);
    }
    expect([...texts]).toEqual([JSON.stringify(notFound)]);
    expect(await connectionsState(app)).toEqual(before);
    expect((await auditOf(app))[0]).toMatchObject({
      target: theirs,
      outcome: 'refused',
      reason: 'not_found',
      org_id: 'org_globex',
    });
  });
});
