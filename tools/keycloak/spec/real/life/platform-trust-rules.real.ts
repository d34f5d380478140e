import { AssertionRefusedError, WorkloadSession } from '@governance/client';
import { given, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import {
  type Claims,
  commonClaims,
  startWorkloadIssuer,
} from '../../../../../apps/identity-provider/e2e/support/workload-issuer';
import { audience } from '../test-realm';
import { writeIssuersFile } from './issuers-file';
import { KeycloakPeople } from './keycloak-people';
import { serveKeycloakTokens } from './keycloak-tokens';
import { openPrograms } from './programs';
import { orgId, otherOrgId, strictOrgId } from './way';

/** The platform as it ships, whose only provider is a realm that knows one issuer of workloads. */
async function open() {
  const [programs, people, platform] = [
    await openPrograms(),
    await KeycloakPeople.open(),
    await startWorkloadIssuer(),
  ];
  const organizations = [orgId, otherOrgId, strictOrgId].flatMap((each) => ['--organization', each]);
  const options = ['--audience', audience, ...organizations, '--workload-issuer', platform.issuer];
  const { code, output } = await people.realm.prepare(...options);
  if (code !== 0) throw new Error(output);
  const issuers = writeIssuersFile([people.issuerEntry(['people', 'machines'])]);
  const settings = {
    IDENTITY_PROVIDER: 'keycloak',
    OIDC_ISSUER: people.issuer,
    KEYCLOAK_CLIENT_SECRET: people.realm.settings.clientSecret,
    PLATFORM_LIVE: 'self.me,iam.m2m-credentials,iam.trust-rules,iam.service-identities,iam.audit',
    OIDC_ISSUERS_FILE: issuers.path,
  };
  const { tokenOf } = await serveKeycloakTokens({ programs, people, settings });
  const close = async (): Promise<void> => {
    await programs.product.disposeAsync();
    await people.realm.remove();
    await platform.close();
    issuers.remove();
  };
  return { programs, people, platform, tokenOf, close };
}

const path = '/iam/trust-rules';

const way = given(open);
afterAll(() => way.close());

const ask = async (method: string, below: string, body?: object): Promise<HttpAnswer> =>
  way.programs.call(path + below, { method, token: await way.tokenOf(), ...(body && { body }) });
const requestOf = (changes: object = {}): object => ({
  name: 'Nightly backup',
  preset: 'oidc',
  issuer: way.platform.issuer,
  subject: `workload-${randomUUID()}`,
  ...changes,
});

/** Connects to the program instead of the public address of the surface. */
const fetchAtOrigin: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  return fetch(url.replace(audience, way.programs.origin), init);
};

function sign(subject: unknown): Promise<string> {
  const claims: Claims = { ...commonClaims(way.platform.issuer, way.people.issuer), sub: subject };
  return way.platform.sign(claims);
}

describe('trust rules of the platform at Keycloak', () => {
  it('are created, shown, renamed, tried and used by a session of a workload, until one is deleted', async () => {
    const created = await ask('POST', '', requestOf());
    expect([created.status, created.text]).toEqual([201, expect.any(String)]);
    const { id, client_id: clientId, subject, audience: expected } = created.body;
    expect(expected).toBe(way.people.issuer);
    const sessionOf = (sub: unknown): WorkloadSession =>
      new WorkloadSession({
        apiUrl: audience,
        fetch: fetchAtOrigin,
        clientId: String(clientId),
        assertions: () => sign(sub),
      });
    const token = await sessionOf(subject).token();
    const me = await way.programs.call('/self/me', { token });
    expect([me.status, me.text]).toEqual([200, expect.stringContaining(orgId)]);
    await expect(sessionOf('another').token()).rejects.toThrow(AssertionRefusedError);

    expect((await ask('PATCH', `/${String(id)}`, { name: 'Weekly backup' })).body.name).toBe('Weekly backup');
    const tried = await ask('POST', `/${String(id)}/try`, { token: await sign('another') });
    expect([tried.status, tried.body.accepted]).toEqual([200, false]);
    expect((await way.programs.call('/self/me', { token })).status).toBe(200);

    expect((await ask('DELETE', `/${String(id)}`)).status).toBe(204);
    expect((await way.programs.call('/self/me', { token })).status).toBe(401);
    await expect(sessionOf(subject).token()).rejects.toThrow(AssertionRefusedError);
    // The next rule of the workload has another client, so that the token stays refused.
    expect((await ask('POST', '', requestOf({ subject }))).status).toBe(201);
    expect((await way.programs.call('/self/me', { token })).status).toBe(401);
  });

  it('are refused with the reason, where Keycloak cannot express or does not know something', async () => {
    const claims = ['repository_id', 'repository_owner_id', 'ref'];
    const conditions = claims.map((claim) => ({ claim: [claim], one_of: ['1'] }));
    const reasonOf = async (changes: object): Promise<unknown> => {
      const { status, body } = await ask('POST', '', requestOf(changes));
      expect([400, 409]).toContain(status);
      return body.error_description;
    };
    const github = { preset: 'github-actions', issuer: undefined, subject: undefined, conditions };
    expect(await reasonOf(github)).toMatch(/and not repository_id, repository_owner_id, ref\.$/);
    expect(await reasonOf({ allowed_networks: ['192.0.2.0/24'] })).toMatch(/allowed_networks/);
    expect(await reasonOf({ single_use: true })).toMatch(/single_use must be false/);
    expect(await reasonOf({ issuer: 'https://issuer.example.org' })).toMatch(/--workload-issuer/);
    const { body } = await ask('POST', '', requestOf());
    expect(await reasonOf({ subject: body.subject })).toMatch(/those of another rule/);
    const listed = await ask('GET', '');
    expect(listed.text).not.toContain('https://issuer.example.org');
  });
});
