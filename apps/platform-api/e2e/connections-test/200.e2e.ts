import { connectionProblems } from '@governance/iam';
import { type CredentialsApp } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsState,
  startConnectionsApp,
  testConnection,
} from '../support/connections';

describe('POST /iam/connections/{connectionId}/test', () => {
  let app: CredentialsApp;
  let id: string;
  beforeEach(async () => {
    app = await startConnectionsApp();
    id = await connectionId(app, { enabled: false });
  });
  afterEach(() => app.close());

  it('answers 200 without a problem, for a disabled connection too, and changes nothing', async () => {
    const before = await connectionsState(app);
    const passed = { ok: true, problem: null, problem_description: null };
    for (const body of [undefined, {}]) {
      const answer = await testConnection(app, id, { body });
      expect([answer.status, answer.body]).toEqual([200, passed]);
    }
    expect(await connectionsState(app)).toEqual(before);
  });

  it('answers 200 with every problem that the provider may have, and records it', async () => {
    for (const problem of connectionProblems) {
      app.provider.directory.problems.set(id, problem);
      const { status, body } = await testConnection(app, id);
      expect([status, body]).toEqual([
        200,
        { ok: false, problem, problem_description: expect.any(String) as string },
      ]);
    }
    app.provider.directory.problems.set(id, 'discovery_not_public');
    expect((await testConnection(app, id)).body.problem_description).toBe(
      'the discovery document could not be used: its host name leads to an address that is not public',
    );
    expect((await auditOf(app)).at(-1)).toMatchObject({
      operation: 'connections:test',
      target: id,
      outcome: 'done',
      reason: 'discovery_not_public',
    });
  });
});
