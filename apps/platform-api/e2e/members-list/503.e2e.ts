import { type CredentialsApp } from '../support/credentials-app';
import { listMembers, startMembersApp } from '../support/members';

describe('GET /iam/members while the identity provider is unavailable', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startMembersApp();
  });
  afterAll(() => app.close());

  it('answers 503 with Retry-After', async () => {
    app.provider.wire.isDown = true;
    const { status, body, headers } = await listMembers(app);
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
