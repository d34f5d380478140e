import { given } from '@governance/testing';
import { completeCases, goldenCase } from '../support/golden';
import { platformBaseUrl, sharedPublicApp } from '../support/public-app';

interface DomainScore {
  readonly id: string;
  readonly score: number;
  readonly belowFloor: boolean;
}
interface RemediationItem {
  readonly questionId: string;
  readonly blocksLaunch: boolean;
  readonly priority: number;
}

function gatesOf(remediation: readonly RemediationItem[]): string[] {
  return remediation.filter(({ blocksLaunch }) => blocksLaunch).map(({ questionId }) => questionId);
}

describe('POST /api/survey-results', () => {
  const app = given(sharedPublicApp);

  const { answers } = goldenCase('gates-2-rest-0');

  it.each(completeCases)(
    'answers 201 with the published outcome: $name § 1.1a 1.1b 1.1d 1.1e 1.1f 1.1h 1.3a 2.1b 2.1f 2.2e 2.2f 2.2g 2.2h 2.2i 2.2k 2.2l 3a 4.1h 4.1i 4.1j 5.1.1a 8b 8c',
    async ({ mode, answers: given, expected }) => {
      const { status, body } = await app.post('/api/survey-results', { mode, answers: given });

      expect(status).toBe(201);
      const domains = body.domainScores as DomainScore[];
      const remediation = body.remediation as RemediationItem[];
      expect({
        overallScore: body.overallScore,
        tier: body.tier,
        launchAllowed: body.launchAllowed,
        domainScores: Object.fromEntries(domains.map(({ id, score }) => [id, score])),
        unmetGates: gatesOf(remediation).toSorted(),
        lowDomains: domains.filter(({ belowFloor }) => belowFloor).map(({ id }) => id),
      }).toEqual({ ...expected, unmetGates: expected.unmetGates.toSorted() });
      expect(remediation.map(({ priority }) => priority)).toEqual(remediation.map((_, index) => index + 1));
    },
  );

  it('answers with exactly the members of the contract § 2.1e 2.1g 2.1l 2.2a 2.2c 2.2d 2.2j 4.1h', async () => {
    const { body, headers } = await app.post('/api/survey-results', { answers });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body).toSorted()).toEqual([
      'certificateDelivery',
      'createdAt',
      'domainScores',
      'id',
      'launchAllowed',
      'launchReason',
      'mode',
      'overallScore',
      'remediation',
      'resultUrl',
      'rubricVersion',
      'tier',
      'verificationUrl',
    ]);
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body).toMatchObject({
      mode: 'msp-self',
      rubricVersion: '1.1.0',
      verificationUrl: `${platformBaseUrl}/api/certification/verify/${String(body.id)}`,
      resultUrl: expect.stringMatching(/^https:\/\/assess\.example\.org\/results\/[\w-]{48}$/) as unknown,
      certificateDelivery: 'none',
    });
  });

  it('names the members of domain scores and remediation items § 2.2k 2.2l', async () => {
    const { body } = await app.post('/api/survey-results', { answers });
    const [domain] = body.domainScores as object[];
    const [item] = body.remediation as { steps: object[] }[];
    expect(Object.keys(domain ?? {})).toEqual(['id', 'title', 'score', 'weight', 'belowFloor']);
    expect(Object.keys(item ?? {}).toSorted()).toEqual([
      'action',
      'blocksLaunch',
      'currentAnswer',
      'domainId',
      'effortDays',
      'points',
      'priority',
      'questionId',
      'steps',
      'targetAnswer',
      'title',
    ]);
    expect(Object.keys(item?.steps[0] ?? {})).toEqual([
      'currentAnswer',
      'targetAnswer',
      'effortDays',
      'points',
    ]);
  });

  it('ignores a claimed score, tier, verdict and every other unknown member § 1.1k 2.1n 2.2g 2.2i V2.2.2 V15.3.3', async () => {
    const claims = {
      overallScore: 100,
      tier: 'Ready',
      launchAllowed: true,
      launchReason: 'because',
      id: 'mine',
      extra: {},
    };
    const honest = await app.post('/api/survey-results', { answers });
    const claimed = await app.post('/api/survey-results', { ...claims, answers });

    const derived = ({
      overallScore,
      tier,
      launchAllowed,
      launchReason,
    }: Record<string, unknown>): object => ({
      overallScore,
      tier,
      launchAllowed,
      launchReason,
    });
    expect(claimed.status).toBe(201);
    expect(derived(claimed.body)).toEqual(derived(honest.body));
    expect(claimed.body.id).not.toBe('mine');
    expect(claimed.body).not.toHaveProperty('extra');
  });

  it('treats null as absent in optional members', async () => {
    const body = {
      answers,
      mode: null,
      submitterEmail: null,
      notes: null,
      organizationName: null,
      renewalReminder: null,
      evidence: null,
      rubricVersion: null,
    };
    expect(await app.post('/api/survey-results', body)).toMatchObject({
      status: 201,
      body: { mode: 'msp-self', certificateDelivery: 'none' },
    });
  });

  it('accepts answers to questions of the other mode without effect', async () => {
    const other = goldenCase('all-0-client-on-behalf').answers;
    const alone = await app.post('/api/survey-results', { answers });
    const both = await app.post('/api/survey-results', { answers: { ...other, ...answers } });
    expect(both.status).toBe(201);
    expect(both.body.domainScores).toEqual(alone.body.domainScores);
  });

  it('accepts notes of 10,000 characters and does not return them § 2.1m', async () => {
    const { status, text } = await app.post('/api/survey-results', { answers, notes: 'ß'.repeat(10_000) });
    expect(status).toBe(201);
    expect(text).not.toContain('ß');
  });

  it('accepts a declared name and returns it nowhere', async () => {
    const organizationName = 'Müller & Söhne, Łódź';
    const created = await app.post('/api/survey-results', { answers, organizationName });
    expect(created.status).toBe(201);
    const record = await app.get(`/api/certification/verify/${String(created.body.id)}?format=json`);
    expect(created.text + record.text).not.toContain('Söhne');
  });

  it('accepts evidence, and returns it only to the holder of the result § 10.10q', async () => {
    const given = {
      'gov-ai-policy': { owner: 'Łucja', link: 'https://canary.example/', extra: 1 },
      'inv-register': {},
    };
    const created = await app.post('/api/survey-results', { answers, evidence: given });
    expect(created.status).toBe(201);
    const { id, resultUrl } = created.body;
    const record = await app.get(`/api/certification/verify/${String(id)}?format=json`);
    const result = await app.get(`/api${new URL(String(resultUrl)).pathname}`);
    expect(result.status).toBe(200);
    expect(created.text + record.text + result.text).not.toMatch(/Łucja|canary|"evidence"/);
    const page = await app.get(new URL(String(resultUrl)).pathname);
    expect(page.text).toContain('Łucja');
  });

  it.each([{}, { 'gov-ai-policy': { owner: ' ', note: null } }, { 'gov-ai-policy': null }])(
    'stores no evidence for %j',
    async (given) => {
      const { status, body } = await app.post('/api/survey-results', { answers, evidence: given });
      expect(status).toBe(201);
      expect(await app.sql('SELECT evidence FROM survey_results WHERE id = $1', [body.id])).toEqual([
        { evidence: null },
      ]);
    },
  );

  it('accepts all evidence that there may be, in any script', async () => {
    const { body } = await app.get('/assessment.json');
    const questions = (body.questions as { id: string; modes: string[] }[]).filter(({ modes }) =>
      modes.includes('msp-self'),
    );
    const note = '文'.repeat(500);
    const full = Object.fromEntries(questions.map(({ id }) => [id, { note }]));
    const created = await app.post('/api/survey-results', {
      answers,
      evidence: full,
      notes: '文'.repeat(10_000),
    });
    expect(created.status).toBe(201);
    const over = { ...full, 'gov-ai-policy': { note, owner: 'A' } };
    expect(await app.post('/api/survey-results', { answers, evidence: over })).toMatchObject({
      status: 400,
      body: { error: 'evidence must have at most 20000 characters in all' },
    });
  });

  it('is the same submission with the same evidence, in any order and form, and another with other evidence', async () => {
    const headers = { 'idempotency-key': 'evidence-key-0000-0000' };
    const ask = (given: object): ReturnType<typeof app.post> =>
      app.post('/api/survey-results', { answers, evidence: given }, headers);
    const first = await ask({
      'gov-ai-policy': { owner: 'Ada', note: 'x' },
      'inv-register': { owner: 'Bo' },
    });
    const again = await ask({
      'inv-register': { owner: ' Bo ' },
      'gov-ai-policy': { note: 'x', owner: 'Ada' },
    });
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect((await ask({ 'gov-ai-policy': { owner: 'Ada' } })).status).toBe(422);
    expect((await ask({})).status).toBe(422);
  });

  it('queues a reminder only when it is asked for, and answers the same § 10.12j', async () => {
    const submitterEmail = 'reminded@example.com';
    const kindsOf = async (members: object): Promise<unknown[]> => {
      const { status, body } = await app.post('/api/survey-results', { answers, submitterEmail, ...members });
      expect([status, body.certificateDelivery]).toEqual([201, 'queued']);
      expect(JSON.stringify(body)).not.toContain('eminder');
      const queued = 'SELECT kind FROM deliveries WHERE result_id = $1 ORDER BY kind';
      return (await app.sql(queued, [body.id])).map(({ kind }) => kind);
    };
    for (const members of [{}, { renewalReminder: null }, { renewalReminder: false }])
      expect(await kindsOf(members)).toEqual(['completion']);
    expect(await kindsOf({ renewalReminder: true })).toEqual(['completion', 'renewal-reminder']);
    const withoutAddress = { answers, renewalReminder: false };
    expect((await app.post('/api/survey-results', withoutAddress)).status).toBe(201);
  });

  it('queues the certificate for a valid address and never repeats the address', async () => {
    const submitterEmail = 'assessor@example.com';
    const { status, body, text } = await app.post('/api/survey-results', {
      answers,
      submitterEmail,
      rubricVersion: '1.0.0',
    });
    expect(status).toBe(201);
    expect(body.certificateDelivery).toBe('queued');
    expect(text).not.toContain(submitterEmail);
    expect(await app.sql('SELECT state FROM deliveries WHERE result_id = $1', [body.id])).toEqual([
      { state: 'queued' },
    ]);
  });
});
