import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { addDomain, createDomain, domainsState } from '../support/domains';
import { leaveUnfinished, unfinished } from '../support/provider-changes';

describe('POST /iam/domains at the limit of the organization', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
    app.provider.domains.most = 1;
  });
  afterAll(() => app.close());

  it('answers 409 and adds nothing', async () => {
    await addDomain(app);
    const before = domainsState(app);
    const { status, body } = await createDomain(app, { name: 'second.example' });
    expect([status, body]).toEqual([
      409,
      {
        error: 'conflict',
        error_description: 'the organization has the most domains that it may have: remove one first',
      },
    ]);
    expect(domainsState(app)).toEqual(before);
    await addDomain(app);
  });
});

describe('POST /iam/domains', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 409 while another change of the domain is not finished, and has no effect', async () => {
    const name = await addDomain(app);
    const finish = await leaveUnfinished(app, name);
    const before = domainsState(app);
    const { status, body } = await createDomain(app);
    expect([status, body]).toEqual([409, unfinished]);
    expect(domainsState(app)).toEqual(before);
    await finish();
    await addDomain(app);
  });
});
