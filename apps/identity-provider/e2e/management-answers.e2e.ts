import { servedRoutes } from '@governance/http';
import {
  answersToDocumentedRequests,
  type DocumentedAnswers,
  type HttpAnswer,
  OpenApiContract,
  propertyRuns,
} from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { managementToken } from './support/identity-server';
import { newClient } from './support/machines';
import { calls, invitationId, invited, managementDocument } from './support/management-document';
import { givenApp } from './support/shared-app';
import { trustRule } from './support/workloads';

const numRuns = Math.max(400, propertyRuns);
const workspace = join(__dirname, '../../..');

interface PolicyRow {
  readonly method: string;
  readonly path: string;
  readonly access: { readonly kind: string };
}

function committed(path: string): object {
  return JSON.parse(readFileSync(join(workspace, path), 'utf8')) as object;
}

const refused: readonly [method: string, path: string, body: object | undefined, status: number][] = [
  ['GET', '/organizations/org_none', undefined, 404],
  ['GET', '/organizations/not%20an%20id', undefined, 400],
  ['PUT', '/organizations/org_acme', { name: 7 }, 400],
  ['PUT', '/organizations/org_acme', { name: 'x', expires: 1 }, 400],
  ['PUT', '/organizations/org_acme', [], 400],
  ['GET', '/users', undefined, 400],
  ['GET', '/users?email=a@acme.example&expires=1', undefined, 400],
  ['GET', '/clients?limit=0', undefined, 400],
  ['GET', '/clients?limit=1&limit=2', undefined, 400],
  ['PUT', '/users/user_2', { email: 'admin@acme.example', name: 'Another' }, 409],
  ['PUT', '/users/user_1/password', { password: 'passwordpassword' }, 400],
  ['GET', '/organizations/org_acme/memberships?limit=202', undefined, 400],
  ['GET', '/organizations/org_acme/memberships?after=user_1', undefined, 400],
  ['GET', '/organizations/org_acme/memberships/user_none', undefined, 404],
  ['PATCH', '/organizations/org_acme/memberships/user_none', { role: 'viewer' }, 404],
  ['PATCH', '/organizations/org_acme/memberships/user_1', { role: 'owner' }, 400],
  ['PUT', '/organizations/org_acme/connections/con_2', { name: 'x', type: 'database', upstream: {} }, 400],
  [
    'PUT',
    '/organizations/org_acme/connections/con_2',
    { name: 'x', type: 'enterprise', upstream: { issuer: 'http://acme.example' } },
    400,
  ],
  ['POST', '/organizations/org_acme/connections', { id: 'con_3', issuer: 'http://acme.example' }, 400],
  ['PATCH', '/organizations/org_acme/connections/con_1', { enabled: 'no' }, 400],
  ['PATCH', '/organizations/org_acme/connections/con_none', { enabled: true }, 404],
  ['POST', '/organizations/org_acme/connections/con_none/test', undefined, 404],
  ['PUT', '/organizations/org_acme/domains/ACME.example', {}, 400],
  ['PUT', '/organizations/org_acme/domains/acme.example', { connectionId: 7 }, 400],
  ['PUT', '/organizations/org_acme/domains/acme.example', { connectionId: 'con_none' }, 404],
  ['POST', '/organizations/org_acme/domains/none.example/check', undefined, 404],
  [
    'PUT',
    '/organizations/org_none/trust-rules/rule_1',
    trustRule('us', 'oidc', { issuer: 'https://acme.example' }),
    404,
  ],
  ['PUT', '/organizations/org_acme/trust-rules/rule_1', trustRule('us', 'oidc', { subject: 'a*' }), 400],
  ['GET', '/organizations/org_acme/trust-rules/rule_none', undefined, 404],
  ['POST', '/organizations/org_acme/trust-rules/rule_none/try', { assertion: 'a.b.c' }, 404],
  ['POST', '/organizations/org_acme/trust-rules/rule_none/try', { assertion: 'a'.repeat(8_193) }, 400],
  ['PUT', '/client-tags/tag_one', { ...newClient({}), orgId: 'org_acme' }, 400],
  ['PUT', `/invitations/${invitationId}/withdrawal`, { ...invited, role: 'owner' }, 400],
  ['PUT', `/invitations/${invitationId}`, { ...invited, token: 'A'.repeat(43) }, 409],
  // Another invitation with the token of the first.
  [
    'PUT',
    '/invitations/5a0d3c5e-91d4-4f5f-8a5e-0f4b7f6f1c2d',
    { ...invited, createdAt: '2026-11-21T12:00:00Z', token: 'A'.repeat(43) },
    409,
  ],
  ['POST', '/organizations/org_acme/invitation-states', { invitationIds: [] }, 400],
  ['PUT', '/applications/governance-cli', { name: 'x', redirectUris: [] }, 400],
];

/** The body with each member, also of an object inside, replaced by a list of lists: no member is one. */
function wrongBodies(body: object): object[] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [[[]], ...(isObject ? wrongBodies(value) : [])].map((wrong) => ({ ...body, [name]: wrong }));
  });
}

const { identity } = givenApp();
let document: object;
beforeAll(() => {
  document = managementDocument(identity.app);
});

describe('the management API', () => {
  let contract: OpenApiContract;
  beforeAll(() => {
    contract = new OpenApiContract(document);
  });

  async function ask(method: string, path: string, body?: object): Promise<HttpAnswer> {
    const answer = await identity.manage(method, path, body);
    const differences = await contract.differences({ method, path: `/management/v1${path}` }, answer);
    expect([method, path, differences]).toEqual([method, path, []]);
    return answer;
  }

  it('answers by the schemas of its routes', async () => {
    for (const [method, path, body] of calls) {
      const { status } = await ask(method, path, body);
      expect([method, path, [200, 204].includes(status)]).toEqual([method, path, true]);
    }
  });

  it.each(refused)('refuses with a text that docs/errors.md has: %s %s with %j', async (...refusal) => {
    const [method, path, body, expected] = refusal;
    expect((await ask(method, path, body)).status).toBe(expected);
  });

  it('names each member with a wrong value by a text that docs/errors.md has', async () => {
    for (const [method, path, body = {}] of calls) {
      for (const wrong of wrongBodies(body)) expect((await ask(method, path, wrong)).status).toBe(400);
    }
  });

  it('has no document and no documentation page § V13.4.5', async () => {
    for (const path of ['/openapi.json', '/docs', '/management/openapi.json']) {
      expect([path, (await identity.call(path)).status]).toEqual([
        path,
        path.startsWith('/management') ? 401 : 404,
      ]);
    }
  });

  it('has a route policy that lists every served route, and opens none of the management API', () => {
    const { identity: rows } = committed('docs/api/route-policy.json') as {
      readonly identity: readonly PolicyRow[];
    };
    const names = (routes: readonly { method: string; path: string }[]): Set<string> =>
      new Set(routes.map(({ method, path }) => `${method} ${path}`));
    expect(names(rows)).toEqual(names(servedRoutes(identity.app)));
    const kinds = rows.map(({ path, access }) => [path.startsWith('/management/'), access.kind].join());
    expect(new Set(kinds)).toEqual(new Set(['true,management-token', 'false,public']));
  });
});

describe('the management API, to requests made from its schemas', () => {
  let answers: DocumentedAnswers;
  beforeAll(
    async () => {
      answers = await answersToDocumentedRequests({
        document,
        numRuns,
        send: ({ path, headers, ...rest }) =>
          identity.call(path, {
            ...rest,
            headers: { ...headers, authorization: `Bearer ${managementToken}` },
          }),
        resetLimits: () => Promise.resolve(),
      });
    },
    numRuns * 400 + 60_000,
  );

  it('answers as documented', () => {
    expect([...answers.differences]).toEqual([]);
  });

  it('gets at least one request to every operation', () => {
    expect(answers.unsent).toEqual([]);
  });

  it('answers each kind of request, and none with 5xx', () => {
    const statuses = [...answers.statuses.keys()];
    expect(statuses).toEqual(expect.arrayContaining([200, 204, 400, 404]));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
