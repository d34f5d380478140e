import { permissions } from '@governance/iam';
import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request, startCredentialsApp } from '../support/credentials-app';
import { domainsPath, domainsState } from '../support/domains';

describe('GET /iam/domains', () => {
  let app: CredentialsApp;
  let before: unknown;
  beforeEach(async () => {
    app = await startCredentialsApp();
    before = domainsState(app);
  });
  afterEach(() => app.close());
  const send = (request: Request): Promise<HttpAnswer> => app.ask('GET', domainsPath, request);

  it('answers 403 to a caller with every other permission', async () => {
    const others = permissions.filter((permission) => permission !== 'org:connections:write');
    const { status, body } = await send({ token: app.personToken({ permissions: others }) });
    expect([status, body.error_description]).toEqual([
      403,
      'the access token lacks the permission org:connections:write',
    ]);
    expect(domainsState(app)).toEqual(before);
  });
});
