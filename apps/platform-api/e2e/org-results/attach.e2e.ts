import { renewBy } from '@governance/assessments';
import { frameworkGaps, publishedRubrics } from '@governance/rubric';
import { Keyring, ResultCapability } from '@governance/keyring';
import { given, newTestKeyring } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { clientsPath, createClient } from '../support/clients';
import { newOrganization, startCredentialsApp } from '../support/credentials-app';
import {
  attach,
  attachedResult,
  listResults,
  resultsPath,
  storeResult,
  withdraw,
} from '../support/org-results';
import { resultOf } from '../support/platform-app';
import { attachmentsPerWindow } from '../../src/org-results/org-results.service';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('POST /org/results', () => {
  describe('201', () => {
    const app = given(newOrganization);
    afterEach(() => app.sql('TRUNCATE org_results'));
    const auditOf = (id: string) => app.sql('SELECT * FROM audit_trail WHERE target = $1 ORDER BY id', [id]);

    it('answers 201 with every member of the stored result, and nothing secret of it § 10.13q', async () => {
      const { outcome, mode, answers, createdAt, rubric } = resultOf();
      const organizationName = 'Łukasz & Söhne';
      const stored = await storeResult(
        app,
        {},
        {
          organizationName,
          submitterEmail: 'assessor@example.com',
          notes: 'private',
          evidence: { q: { owner: 'Ada' } },
        },
      );
      const { status, headers, body, text } = await attach(app, stored.resultUrl);
      expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
      const known = publishedRubrics.find(rubric.version) ?? publishedRubrics.current;
      expect(body).toEqual({
        id: stored.id,
        client_id: expect.stringMatching(uuid) as unknown,
        created_at: createdAt.toISOString(),
        attached_at: expect.stringMatching(moment) as unknown,
        mode,
        client_name: organizationName,
        domain: null,
        overall_score: outcome.overallScore,
        tier: outcome.tier,
        launch_allowed: outcome.launchAllowed,
        launch_reason: outcome.launchReason,
        rubric_version: rubric.version,
        withdrawn_at: null,
        renew_by: renewBy(createdAt).toISOString(),
        earlier: null,
        latest: true,
        frameworks: frameworkGaps(known, answers, mode),
      });
      for (const hidden of [stored.capability, 'assessor', 'private', 'Ada', 'gov-ai-policy', app.orgId])
        expect(text).not.toContain(hidden);
      expect(await listResults(app)).toEqual([body]);
    });

    it('takes the capability alone, or the address of any page of the result', async () => {
      for (const of of [
        ({ capability }: { capability: string }) => capability,
        ({ capability }: { capability: string }) => ` ${capability} `,
        ({ resultUrl }: { resultUrl: string }) => `${resultUrl}/plan.csv?download#top`,
      ]) {
        const stored = await storeResult(app);
        expect((await attach(app, of(stored))).body.id).toBe(stored.id);
      }
    });

    it('can be repeated, which changes nothing § 10.13q', async () => {
      const { id, capability } = await storeResult(app);
      const first = await attach(app, capability);
      const second = await attach(app, capability);
      expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
      expect(await auditOf(id)).toHaveLength(1);
    });

    it('makes a client that shows the declared name, or takes the one with the id, and moves to another § 10.13q', async () => {
      const extras = { organizationName: 'Acme Ltd' };
      const made = await attach(app, (await storeResult(app, {}, extras)).capability);
      const [madeId, ours] = [String(made.body.client_id), await createClient(app, { name: 'Globex' })];
      const shown = await app.ask('GET', `${clientsPath}/${madeId}`);
      expect(shown.body).toMatchObject({ name: 'Acme Ltd', domain: null, contact_email: null, tags: [] });
      const { id, capability } = await storeResult(app, {}, extras);
      const given = await attach(app, capability, { clientId: ours.toUpperCase() });
      expect(given.body).toMatchObject({ id, client_id: ours, client_name: 'Acme Ltd' });
      expect((await attach(app, capability)).body.client_id).toBe(ours);
      expect((await attach(app, capability, { clientId: madeId })).body.client_id).toBe(madeId);
      expect(await auditOf(id)).toHaveLength(2);
    });

    it('attaches to the client with the proven domain', async () => {
      const clientId = await createClient(app, { name: 'Globex', domain: 'globex.example' });
      const { id, capability } = await storeResult(app);
      await app.sql(
        `INSERT INTO certificate_domains (result_id, request, expires_at, name, proven_at, way, credential,
           credential_key_id, status_list, status_index)
         VALUES ($1, '\\x00', now(), 'globex.example', now(), 'dns', 'c', 'k', 0, 0)`,
        [id],
      );
      expect((await attach(app, capability)).body).toMatchObject({
        client_id: clientId,
        domain: 'globex.example',
      });
    });

    it('attaches a result to two organizations, and neither sees the other § 10.13ae', async () => {
      const token = app.personToken({ org_id: 'org_other' });
      const shared = await attachedResult(app);
      const theirs = await attachedResult(app, {}, { token });
      expect((await attach(app, shared.capability, { token })).status).toBe(201);
      expect((await listResults(app)).map(({ id }) => id)).toEqual([shared.id]);
      expect(new Set((await listResults(app, '', token)).map(({ id }) => id))).toEqual(
        new Set([shared.id, theirs.id]),
      );
    });

    it('is in the audit trail with its actor, as the trail of the organization shows it § 10.13ag', async () => {
      const { clientId } = await app.create();
      const token = app.machineToken(clientId, { permissions: ['org:results:write'] });
      const { id, capability } = await attachedResult(app, {}, { token });
      expect(await auditOf(id)).toMatchObject([
        {
          operation: 'org-results:attach',
          outcome: 'done',
          org_id: app.orgId,
          actor_kind: 'machine',
          actor_subject: clientId,
        },
      ]);
      const { body, text } = await app.ask('GET', '/iam/audit-events?operation=org-results:attach');
      expect(body.audit_events).toContainEqual(expect.objectContaining({ target: id }));
      expect(text).not.toContain(capability);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    let capability: string;
    beforeAll(async () => {
      ({ capability } = await storeResult(app));
    });
    afterEach(async () => {
      expect(await app.sql('SELECT FROM org_results')).toEqual([]);
    });

    it.each<[unknown, string]>([
      [{}, 'capability must be a string'],
      [{ capability: 7 }, 'capability must be a string'],
      [{ capability: ['a'] }, 'capability must be a string'],
      [{ capability: 'a', client_id: 7 }, 'client_id must be a string'],
      [{ capability: 'a\0' }, 'capability must be well-formed text without NUL characters'],
      [{ capability: '\ud800' }, 'capability must be well-formed text without NUL characters'],
      ['{"capability":"a","overall_score":100}', 'overall_score is not a member of this request'],
      ['{"capability":"a","org_id":"org_other"}', 'org_id is not a member of this request'],
      ['[]', 'the request body must be a JSON object'],
      ['{', 'the request body is not valid JSON'],
    ])('refuses the body %j § 10.13r', async (body, text) => {
      const { status, body: answer } = await app.ask('POST', resultsPath, { body });
      expect([status, answer]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    });

    it('refuses a body over the limit with 413', async () => {
      const body = { capability: capability + ' '.repeat(110 * 1024) };
      expect((await app.ask('POST', resultsPath, { body })).status).toBe(413);
    });
  });

  describe('404, 429', () => {
    const app = given(newOrganization, beforeEach);

    it('answers 404, identical to the byte, for a capability that is guessed, of no result, or malformed § 10.13u', async () => {
      const { id, capability, resultUrl } = await storeResult(app);
      const changed = capability.slice(0, -1) + (capability.endsWith('A') ? 'B' : 'A');
      const answers = new Set<string>();
      for (const guess of [
        changed,
        resultUrl.replace(capability, changed),
        Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), randomBytes(20)]).toString('base64url'),
        new ResultCapability(newTestKeyring()).of(id),
        new ResultCapability(Keyring.load(app.keyringFile)).of(randomUUID()),
        id,
        `/results/${capability}A`,
        `${capability}\n${capability}`,
        "' OR 1=1 --",
        '',
        'ä'.repeat(48),
        'A'.repeat(50_000),
      ]) {
        const { status, headers, text } = await attach(app, guess);
        const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
        answers.add(JSON.stringify([status, shown, text]));
      }
      expect([...answers]).toEqual([expect.stringMatching(/^\[404,.*there is no such result/)]);
      expect(await app.sql('SELECT FROM org_results')).toEqual([]);
    });

    it('answers 404 for a client of another organization, an unknown and a malformed one § 10.13u', async () => {
      const { capability } = await storeResult(app);
      const foreign = await createClient(app, {}, { token: app.personToken({ org_id: 'org_other' }) });
      for (const clientId of [foreign, randomUUID(), 'globex'])
        expect(await attach(app, capability, { clientId })).toMatchObject({
          status: 404,
          body: { error: 'not_found', error_description: 'there is no client with this id' },
        });
      expect(await app.sql('SELECT FROM org_results')).toEqual([]);
    });

    it('answers 404 for a result that no longer exists', async () => {
      const { id, capability } = await storeResult(app);
      await app.sql('DELETE FROM survey_results WHERE id = $1', [id]);
      expect((await attach(app, capability)).status).toBe(404);
    });

    it('leaves a row of the refusal in the audit trail, without what was guessed', async () => {
      const guess = randomBytes(36).toString('base64url');
      await attach(app, guess);
      const rows = await app.sql(
        `SELECT target, reason, row_to_json(audit_trail)::text AS row FROM audit_trail
         WHERE operation = 'org-results:attach' AND outcome = 'refused' ORDER BY id DESC LIMIT 1`,
      );
      expect(rows).toMatchObject([{ target: null, reason: 'not_found' }]);
      expect(rows[0]?.row).not.toContain(guess);
    });

    it('answers 429 with Retry-After after many guesses of one organization, and not to another § 10.13w', async () => {
      const { capability } = await storeResult(app);
      const guesses = Array.from({ length: attachmentsPerWindow }, () => 'guess');
      for (const guess of guesses) expect((await attach(app, guess)).status).toBe(404);
      const { status, body, headers } = await attach(app, capability);
      expect([status, body]).toEqual([
        429,
        {
          error: 'too_many_requests',
          error_description: 'too many results attached in this organization, try again later',
        },
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      const token = app.personToken({ org_id: 'org_other' });
      expect((await attach(app, capability, { token })).status).toBe(201);
    });
  });

  describe('409', () => {
    const app = given(() =>
      startCredentialsApp({ settings: { RESULTS_PER_ORGANIZATION: 2, CLIENTS_PER_ORGANIZATION: 3 } }),
    );
    afterAll(() => app.close());
    afterEach(() => app.sql('TRUNCATE org_clients CASCADE'));

    it('answers 409 for a result whose certificate is withdrawn § 10.13v', async () => {
      const { id, capability } = await storeResult(app);
      await withdraw(app, id);
      expect(await attach(app, capability)).toMatchObject({
        status: 409,
        body: { error: 'conflict', error_description: 'the certificate of this result is withdrawn' },
      });
      expect(await listResults(app)).toEqual([]);
    });

    it('answers 409 when the organization has as many as it may have, until it detaches one § 10.13v', async () => {
      const [first] = [await attachedResult(app), await attachedResult(app)];
      const { capability } = await storeResult(app);
      expect(await attach(app, capability)).toMatchObject({
        status: 409,
        body: {
          error: 'conflict',
          error_description: 'the organization has 2 results already: detach one first',
        },
      });
      expect((await attach(app, first.capability)).status).toBe(201);
      const token = app.personToken({ org_id: 'org_other' });
      expect((await attach(app, capability, { token })).status).toBe(201);
      expect((await app.ask('DELETE', `/org/results/${first.id}`)).status).toBe(204);
      expect((await attach(app, capability)).status).toBe(201);
    });

    it('answers 409 when it needs a new client and the organization has as many as it may have § 10.13v', async () => {
      const token = app.personToken({ org_id: 'org_full' });
      const clientId = await createClient(app, {}, { token });
      for (const name of ['Hooli', 'Initech']) await createClient(app, { name }, { token });
      const { capability } = await storeResult(app);
      expect(await attach(app, capability, { token })).toMatchObject({
        status: 409,
        body: {
          error: 'conflict',
          error_description: 'the organization has 3 clients already: delete one first',
        },
      });
      expect((await attach(app, capability, { token, clientId })).status).toBe(201);
    });
  });
});
