import { given } from '@governance/testing';
import { goldenCase, incompleteCase } from '../support/golden';
import { sharedPublicApp, startPublicApp } from '../support/public-app';

const { answers } = goldenCase('gates-2-rest-0');

function without(questionId: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => id !== questionId));
}

describe('POST /api/survey-results, with a bad body', () => {
  const app = given(sharedPublicApp);
  let before: unknown;
  const stored = (): Promise<unknown> => app.sql('SELECT count(*) FROM survey_results');

  beforeAll(async () => {
    before = await stored();
  });
  afterEach(async () => {
    expect(await stored()).toEqual(before);
  });

  async function refusal(body: unknown): Promise<string> {
    const answer = await app.post('/api/survey-results', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual(['error']);
    return String(answer.body.error);
  }

  it.each([['{'], [''], ['[]'], ['7'], ['null'], ['"answers"']])(
    'refuses the body %p § 2.3a 4.1k 7.1a 7.1b',
    async (body) => {
      expect(await refusal(body)).toMatch(/^the request body /);
    },
  );

  it.each([
    ['missing', {}],
    ['null', { answers: null }],
    ['a text', { answers: 'all yes' }],
    ['a list', { answers: [3, 3] }],
    ['empty', { answers: {} }],
  ])('refuses answers that are %s § 2.1a 4.1l 7.1c', async (_, body) => {
    expect(await refusal(body)).toMatch(/^answers /);
  });

  it('names every applicable question without an answer § 1.1c 4.1l 7.1c', async () => {
    expect(await refusal({ answers: without('gov-ai-policy') })).toContain('gov-ai-policy');
    const text = await refusal({ mode: incompleteCase.mode, answers: incompleteCase.answers });
    expect(text).toContain('ops-learning');
    expect(text).not.toContain(Object.keys(incompleteCase.answers)[0]);
  });

  it.each(['gov-ai-polic', '', 'toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    'refuses the unknown question id %p § 2.1d',
    async (id) => {
      const body = `{"answers":{"${id}":3,${JSON.stringify(answers).slice(1)}}`;
      expect(await refusal(body)).toMatch(/is not a question of rubric|that rubric 1\.1\.0 does not have/);
      expect('polluted' in {}).toBe(false);
    },
  );

  it.each(['"2"', '1.5', 'true', 'null', '-1', '4', '1e400', '[2]', '{}', '""'])(
    'refuses the value %s and names its question § 2.1b 7.1b 8a 8b V1.4.2',
    async (value) => {
      const body = `{"answers":{${JSON.stringify(without('gov-ai-policy')).slice(1, -1)},"gov-ai-policy":${value}}}`;
      expect(await refusal(body)).toBe('answers.gov-ai-policy must be an integer from 0 to 3');
    },
  );

  it.each(['', 'MSP-SELF', 'self', 0, {}])('refuses the mode %p § 2.1f', async (mode) => {
    expect(await refusal({ answers, mode })).toMatch(/^mode must be one of/);
  });

  it.each([
    '',
    ' ',
    'assessor',
    'assessor@',
    '@example.com',
    '"a b"@example.com',
    'a@b',
    'a b@example.com',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'Assessor <a@example.com>',
    `${'a'.repeat(65)}@example.com`,
    'a@a/b.com',
    'a@1.2',
    'a@0x7f.1',
    'a@[1.2.3.4]',
    'a@ex%61mple.com',
    'a@example.com?b.org',
    'a@example.com#b.org',
    'a@a\\b.com',
    'a@example.com:25',
    'a@exa\tmple.com',
    'a@example..com',
    'a@example.com..',
    'a@xn--ample-zib.com',
    'jos\u00e9@example.com',
    'jose\u0301@example.com',
    `a@${'l'.repeat(64)}.com`,
    `a@${'abcdefg.'.repeat(31)}abcdef`,
    7,
    {},
    ['a@example.com'],
    false,
  ])('refuses the address %p § 2.1k 4.1m 7.1d', async (submitterEmail) => {
    expect(await refusal({ answers, submitterEmail })).toBe('submitterEmail must be an email');
  });

  it('refuses notes that are too long or not a string § 2.1l', async () => {
    expect(await refusal({ answers, notes: 'x'.repeat(10_001) })).toMatch(/^notes /);
    for (const notes of [7, {}, []]) expect(await refusal({ answers, notes })).toBe('notes must be a string');
  });

  it.each(['\u0000', 'a\u0000b', '\ud800', 'a\udc00'])('refuses notes with %j', async (notes) => {
    expect(await refusal({ answers, notes })).toBe('notes must be well-formed text without NUL characters');
  });

  it.each<[unknown, string]>([
    ['', 'must have 2 to 100 characters'],
    [' A ', 'must have 2 to 100 characters'],
    ['x'.repeat(101), 'must have 2 to 100 characters'],
    [7, 'must be a string'],
    [['Acme'], 'must be a string'],
    ['Acme\u0007Ltd', 'has U+0007, which the certificate cannot print'],
    ['Acme\u202eLtd', 'has U+202E, which the certificate cannot print'],
    ['Acme Ελλάς', 'has “Ε”, which the certificate cannot print'],
    ['https://acme.example', 'must not contain a URL, a domain or an email address'],
    [
      'example.com',
      'is a domain: send the name of the organization, and prove the domain on the result page',
    ],
    ['Acme of example.com', 'must not contain a URL, a domain or an email address'],
    ['Acme\u0000', 'must be well-formed text without NUL characters'],
  ])('refuses the organization name %j § 10.10p', async (organizationName, text) => {
    expect(await refusal({ answers, organizationName })).toContain(`organizationName ${text}`);
  });

  it.each<[unknown, string]>([
    ['text', 'evidence must be an object of question ids to objects'],
    [[], 'evidence must be an object of question ids to objects'],
    [{ 'gov-ai-polic': { owner: 'Ada' } }, 'evidence.gov-ai-polic is not a question of rubric 1.1.0'],
    [{ 'Not An Id': {} }, 'evidence has a question id that rubric 1.1.0 does not have'],
    [{ 'gov-ai-policy': 'text' }, 'evidence.gov-ai-policy must be an object'],
    [{ 'gov-ai-policy': { owner: 7 } }, 'evidence.gov-ai-policy.owner must be a string'],
    [
      { 'gov-ai-policy': { owner: 'x'.repeat(101) } },
      'evidence.gov-ai-policy.owner must have at most 100 characters',
    ],
    [
      { 'gov-ai-policy': { owner: 'a\u202eb' } },
      'evidence.gov-ai-policy.owner must have no control, text-direction or other invisible characters',
    ],
    [{ 'gov-ai-policy': { note: 'a\u0007' } }, 'evidence.gov-ai-policy.note has a control character'],
    [
      { 'gov-ai-policy': { link: 'https://ada:secret@example.com/' } },
      'evidence.gov-ai-policy.link must be an https URL without a user name or password',
    ],
    [
      { 'gov-ai-policy': { reviewOn: '2027-02-30' } },
      'evidence.gov-ai-policy.reviewOn must be a calendar date from 2000-01-01 to 2099-12-31, such as 2027-03-31',
    ],
    [{ 'gov-ai-policy': { note: 'a\u0000' } }, 'evidence must be well-formed text without NUL characters'],
    [{ 'gov-ai-policy': { owner: '\ud800' } }, 'evidence must be well-formed text without NUL characters'],
  ])('refuses the evidence %j § 10.10r', async (evidence, text) => {
    expect(await refusal({ answers, evidence })).toBe(text);
  });

  it('refuses evidence for a question that the version of the form does not have', async () => {
    const evidence = { 'gov-ai-polic': {} };
    expect(await refusal({ answers, evidence, rubricVersion: '1.0.0' })).toBe(
      'evidence.gov-ai-polic is not a question of rubric 1.0.0',
    );
  });

  it.each(['true', 1, {}, []])('refuses %j for a reminder', async (renewalReminder) => {
    expect(await refusal({ answers, submitterEmail: 'a@example.com', renewalReminder })).toBe(
      'renewalReminder must be a boolean value',
    );
  });

  it.each([{}, { submitterEmail: null }])(
    'refuses a reminder without an address: %j § 10.12l',
    async (address) => {
      expect(await refusal({ answers, ...address, renewalReminder: true })).toBe(
        'renewalReminder requires a submitterEmail',
      );
    },
  );

  it('refuses a reminder when addresses are deleted before it is due § 10.12l V2.2.3', async () => {
    const forgetful = await startPublicApp({ beside: app, settings: { PERSONAL_DATA_DAYS: 343 } });
    const asked = { answers, submitterEmail: 'a@example.com', renewalReminder: true };
    const { status, body } = await forgetful.post('/api/survey-results', asked);
    const pages = await Promise.all(
      ['/', '/assessment', '/assessment?mode=msp-self'].map((path) => forgetful.get(path)),
    );
    await forgetful.close();
    expect([status, body.error]).toEqual([
      400,
      'renewalReminder is not available: this service deletes addresses before the reminder is due',
    ]);
    expect(pages.map(({ status, text }) => [status, text.includes('eminder')])).toEqual(
      pages.map(() => [200, false]),
    );
  });

  it.each(['', '2.0.0', '1.0', 'constructor'])(
    'refuses the unknown rubric version %p',
    async (rubricVersion) => {
      expect(await refusal({ answers, rubricVersion })).toBe('rubricVersion is not a published version');
    },
  );
});
