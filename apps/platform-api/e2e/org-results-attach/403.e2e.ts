import { permissions } from '@governance/iam';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { resultsPath, storeResult } from '../support/org-results';
import { claimsNamespace } from '../support/platform-app';

const needed = 'org:results:write';

describe('POST /org/results', () => {
  let app: CredentialsApp;
  let body: object;
  beforeAll(async () => {
    app = await startCredentialsApp();
    body = { capability: (await storeResult(app)).capability };
  });
  afterEach(async () => {
    expect(await app.sql('SELECT FROM org_results')).toEqual([]);
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
      const { status, body: answer, headers } = await app.ask('POST', resultsPath, { token, body });
      const text = `the access token lacks the permission ${needed}`;
      expect([status, answer]).toEqual([403, { error: 'insufficient_permissions', error_description: text }]);
      expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${needed}"`);
    }
  });

  it('answers 403 to a token without an organization', async () => {
    const token = app.personToken({ org_id: undefined });
    const { status, body: answer } = await app.ask('POST', resultsPath, { token, body });
    const text = 'the access token names no organization';
    expect([status, answer]).toEqual([403, { error: 'insufficient_permissions', error_description: text }]);
  });

  it('answers 403 to a stale second factor, if the organization gates it', async () => {
    await app.sql('INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)', [
      app.orgId,
      ['org-results:attach'],
    ]);
    const token = app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body: answer } = await app.ask('POST', resultsPath, { token, body });
    expect([status, answer]).toEqual([
      403,
      {
        error: 'step_up_required',
        error_description: 'sign in again with a second factor, then repeat the call',
        max_age: 300,
      },
    ]);
  });
});
