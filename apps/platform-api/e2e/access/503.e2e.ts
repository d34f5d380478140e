import { opened, withClient } from '@governance/testing';
import { samples } from '../matrix/support/samples';
import { startCredentialsApp } from '../support/credentials-app';
import { guardedOperations } from '../support/guarded-operations';

const unavailable = {
  error: 'temporarily_unavailable',
  error_description: 'the service is temporarily unavailable, try again',
};
const withoutDatabase = ['/iam/connections', '/iam/domains', '/iam/members', '/iam/permissions'];
const tables = [
  'm2m_credentials',
  'trust_rules',
  'credential_policies',
  'organization_policies',
  'invitations',
  'audit_trail',
  'org_clients',
  'campaigns',
  'org_results',
];
const organizational = guardedOperations.filter(({ access }) => access.inOrganization);

describe('an operation that needs a token, during an outage', () => {
  const app = opened(startCredentialsApp, [beforeEach, afterEach]);

  it('answers 503 while the issuer’s keys are unavailable, never 401 § V16.5.2', async () => {
    const token = app.personToken();
    await app.issuer.stop();
    for (const { name, method, path } of guardedOperations) {
      const { status, headers, body } = await app.ask(method, path, { token });
      expect({ name, status, body }).toEqual({ name, status: 503, body: unavailable });
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });

  it('answers 503 while the database is unavailable, never 401', async () => {
    const { clientId, id } = await app.create();
    const machine = app.machineToken(clientId);
    const tokens = [app.personToken(), machine];
    await withClient(app.databaseUrl, async (blocker) => {
      await blocker.query('BEGIN');
      await blocker.query(`LOCK TABLE ${tables.join()}`);
      const answers = organizational.flatMap(({ name, method, path }) =>
        // Connections and members come from the provider, permissions from memory: a user's token alone needs no database read.
        (withoutDatabase.includes(path) ? [machine] : tokens).map(async (token) => {
          const real = path.replace(/[0-9a-f-]{36}/, id);
          const { status } = await app.ask(method, real, { token, body: bodyOf(name) });
          return { name, status };
        }),
      );
      for (const { name, status } of await Promise.all(answers))
        expect({ name, status }).toEqual({ name, status: 503 });
    });
  });

  it('answers 503 with Retry-After when the database is lost § 10.1e 10.2e 10.2k 10.2r 10.5e 10.5o 10.13ad 10.13e 10.13j 10.13p 10.13x 10.15at 10.15au 10.15av 10.15aw 10.15ax 10.15ay 10.15az 10.18ad 10.18an 10.18at 10.18e 10.18k 10.18q 10.18x 10.21e 10.21k 10.21q 10.21w 10.21ac 10.21ai 10.25e 10.25j 10.25r', async () => {
    const { clientId, id } = await app.create();
    const machine = app.machineToken(clientId);
    const person = app.personToken();
    expect((await app.ask('GET', '/iam/audit-events', { token: person })).status).toBe(200);
    await app.loseDatabase();
    for (const { name, method, path } of organizational) {
      const token = withoutDatabase.includes(path) ? machine : person;
      const answer = await app.ask(method, path.replace(/[0-9a-f-]{36}/, id), { token, body: bodyOf(name) });
      expect({ name, status: answer.status, body: answer.body }).toEqual({
        name,
        status: 503,
        body: unavailable,
      });
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });
});

function bodyOf(name: string): object | undefined {
  const { body, bodyOf: bodyWith } = samples[name] ?? {};
  return body ?? bodyWith?.('00000000-0000-4000-8000-000000000000');
}
