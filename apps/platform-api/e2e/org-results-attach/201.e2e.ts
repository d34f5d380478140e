import { renewBy } from '@governance/assessments';
import { frameworkGaps, publishedRubrics } from '@governance/rubric';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { attach, attachedResult, listResults, storeResult } from '../support/org-results';
import { resultOf } from '../support/platform-app';

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('POST /org/results', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.sql('TRUNCATE org_results'));
  afterAll(() => app.close());

  const auditOf = (id: string) => app.sql('SELECT * FROM audit_trail WHERE target = $1 ORDER BY id', [id]);

  it('answers 201 with every member of the stored result, and nothing secret of it', async () => {
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

  it('can be repeated, which changes nothing', async () => {
    const { id, capability } = await storeResult(app);
    const first = await attach(app, capability);
    const second = await attach(app, capability);
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('attaches a result to two organizations, and neither sees the other', async () => {
    const token = app.personToken({ org_id: 'org_other' });
    const shared = await attachedResult(app);
    const theirs = await attachedResult(app, {}, { token });
    expect((await attach(app, shared.capability, { token })).status).toBe(201);
    expect((await listResults(app)).map(({ id }) => id)).toEqual([shared.id]);
    expect(new Set((await listResults(app, '', token)).map(({ id }) => id))).toEqual(
      new Set([shared.id, theirs.id]),
    );
  });

  it('is in the audit trail with its actor, as the trail of the organization shows it', async () => {
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
