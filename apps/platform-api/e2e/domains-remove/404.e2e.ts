import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request, startCredentialsApp } from '../support/credentials-app';
import { addDomain, auditOf, domainsState, removeDomain } from '../support/domains';

const notFound = { error: 'not_found', error_description: 'there is no domain with this name' };

describe('DELETE /iam/domains/{domainName}', () => {
  let app: CredentialsApp;
  let theirs: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    theirs = await addDomain(app);
  });
  afterAll(() => app.close());
  const send = (name: string, request: Request): Promise<HttpAnswer> => removeDomain(app, name, request);

  it('answers 404, identical to the byte, for a domain of another organization and an unknown one', async () => {
    const before = domainsState(app);
    const token = app.personToken({ org_id: 'org_globex' });
    const texts = new Set<string>();
    for (const name of [theirs, 'unknown.example', 'x'.repeat(300), '%00', '..%2F', '%27', 'localhost']) {
      const { status, text } = await send(name, { token });
      expect(status).toBe(404);
      texts.add(text);
    }
    expect([...texts]).toEqual([JSON.stringify(notFound)]);
    expect(domainsState(app)).toEqual(before);
    expect((await auditOf(app))[0]).toMatchObject({ outcome: 'refused', reason: 'not_found' });
  });
});
