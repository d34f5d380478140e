import { permissions } from '@governance/iam';
import { auditPath } from '../support/audit-events';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const others = permissions.filter((permission) => permission !== 'org:audit:read');

describe('GET /iam/audit-events/proof', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 403 to a user and a machine with every other permission', async () => {
    const { clientId } = await app.create();
    const tokens = [
      app.personToken({ permissions: others }),
      app.machineToken(clientId, { permissions: others }),
    ];
    for (const token of tokens) {
      const { status, body } = await app.ask('GET', auditPath({}, '/proof'), { token });
      expect([status, body]).toEqual([
        403,
        {
          error: 'insufficient_permissions',
          error_description: 'the access token lacks the permission org:audit:read',
        },
      ]);
    }
  });

  it('answers 403 to a token without an organization', async () => {
    const token = app.personToken({ org_id: undefined });
    const { status, body } = await app.ask('GET', auditPath({}, '/proof'), { token });
    expect([status, body.error]).toEqual([403, 'insufficient_permissions']);
  });
});
