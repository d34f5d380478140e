import { permissions } from '@governance/iam';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { resultsPath } from '../support/org-results';

const needed = 'org:results:read';

describe('GET /org/results', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 403 to a user and a machine without its permission, with every other one', async () => {
    const others = permissions.filter((permission) => permission !== needed);
    const { clientId } = await app.create();
    const tokens = [
      app.personToken({ permissions: others }),
      app.machineToken(clientId, { permissions: others }),
    ];
    for (const token of tokens) {
      const { status, body: answer, headers } = await app.ask('GET', resultsPath, { token });
      const text = `the access token lacks the permission ${needed}`;
      expect([status, answer]).toEqual([403, { error: 'insufficient_permissions', error_description: text }]);
      expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${needed}"`);
    }
  });

  it('answers 403 to a token without an organization', async () => {
    const token = app.personToken({ org_id: undefined });
    const { status, body: answer } = await app.ask('GET', resultsPath, { token });
    const text = 'the access token names no organization';
    expect([status, answer]).toEqual([403, { error: 'insufficient_permissions', error_description: text }]);
  });
});
