import { permissions } from '@governance/iam';
import { type HttpAnswer } from '@governance/testing';
import { gate } from '../support/connections';
import { type CredentialsApp, type Request, startCredentialsApp } from '../support/credentials-app';
import { auditOf, createDomain, domainsState } from '../support/domains';
import { claimsNamespace } from '../support/platform-app';

describe('POST /iam/domains', () => {
  let app: CredentialsApp;
  let before: unknown;
  beforeEach(async () => {
    app = await startCredentialsApp();
    before = domainsState(app);
  });
  afterEach(() => app.close());
  const send = (request: Request): Promise<HttpAnswer> => createDomain(app, {}, request);

  it('answers 403 to a caller with every other permission', async () => {
    const others = permissions.filter((permission) => permission !== 'org:connections:write');
    const { status, body } = await send({ token: app.personToken({ permissions: others }) });
    expect([status, body.error_description]).toEqual([
      403,
      'the access token lacks the permission org:connections:write',
    ]);
    expect(await auditOf(app)).toMatchObject([
      { operation: 'domains:create', outcome: 'refused', reason: 'insufficient_permissions' },
    ]);
    expect(domainsState(app)).toEqual(before);
  });

  it('answers 403 to a machine with every permission', async () => {
    const { clientId } = await app.create();
    const { status, body } = await send({ token: app.machineToken(clientId) });
    expect([status, body.error_description]).toEqual([403, 'this operation is not open to machines']);
    expect(await auditOf(app)).toMatchObject([{ outcome: 'refused', actor_kind: 'machine' }]);
    expect(domainsState(app)).toEqual(before);
  });

  it('answers 403 with step_up_required when the organization’s policy gates it', async () => {
    await gate(app, 'domains:create');
    const token = app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await send({ token });
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
    expect(domainsState(app)).toEqual(before);
  });
});
