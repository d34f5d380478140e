import { publishedRubrics } from '@governance/rubric';
import { evidenceLimits, evidenceProblemText, readEvidence } from './evidence';

const rubric = publishedRubrics.current;
const ids = rubric.questionsOf('msp-self').map(({ id }) => id);

function read(given: unknown): ReturnType<typeof readEvidence> {
  return readEvidence(given, rubric, 'msp-self');
}

/** The one entry of a member, or the first problem. */
function policy(entry: unknown): unknown {
  const { evidence, problems } = read({ 'gov-ai-policy': entry });
  return problems[0] ? evidenceProblemText(problems[0]) : evidence['gov-ai-policy'];
}

describe('evidence', () => {
  it('is taken in canonical form, in question order', () => {
    const given = {
      'inv-register': { owner: '  Ada \t Lovelace\n', reviewOn: ' 2028-02-29 ' },
      'gov-ai-policy': {
        owner: 'Re\u0301mi',
        note: '\r\n first\r\n\r\n\r\n\r\nsecond\r\n',
        link: ' HTTPS://Example.COM:443/a b'.replace(' b', '%20b'),
      },
    };
    const { evidence, problems } = read(given);
    expect(problems).toEqual([]);
    expect(Object.entries(evidence)).toEqual([
      ['gov-ai-policy', { owner: 'Rémi', note: 'first\n\nsecond', link: 'https://example.com/a%20b' }],
      ['inv-register', { owner: 'Ada Lovelace', reviewOn: '2028-02-29' }],
    ]);
  });

  it.each([undefined, null, {}, { 'gov-ai-policy': null }, { 'gov-ai-policy': {} }])(
    'is none: %j',
    (given) => {
      expect(read(given)).toEqual({ evidence: {}, problems: [] });
    },
  );

  it('ignores unknown members, and counts null and empty texts as absent', () => {
    const entry = {
      owner: null,
      note: ' \n ',
      link: '',
      reviewOn: 'x'.slice(1),
      score: 3,
      __proto__: { owner: 'x' },
    };
    expect(policy(entry)).toBeUndefined();
    expect(policy({ ...entry, owner: 'Ada' })).toEqual({ owner: 'Ada' });
  });

  it('has no effect for questions of the other mode, whose form is checked all the same', () => {
    const other = rubric.questions.find(({ modes }) => !modes.includes('msp-self'))?.id ?? '';
    expect(read({ [other]: { owner: 'Ada' } })).toEqual({ evidence: {}, problems: [] });
    expect(read({ [other]: { owner: 7 } }).problems).toHaveLength(1);
  });

  it.each<[unknown, string]>([
    [[], 'evidence must be an object of question ids to objects'],
    ['text', 'evidence must be an object of question ids to objects'],
    [7, 'evidence must be an object of question ids to objects'],
    [{ 'gov-ai-polic': {} }, 'evidence.gov-ai-polic is not a question of rubric 1.1.0'],
    [{ 'Ada@example.com': {} }, 'evidence has a question id that rubric 1.1.0 does not have'],
    [JSON.parse('{"__proto__": {}}'), 'evidence has a question id that rubric 1.1.0 does not have'],
    [{ constructor: {} }, 'evidence.constructor is not a question of rubric 1.1.0'],
    [{ 'gov-ai-policy': 'text' }, 'evidence.gov-ai-policy must be an object'],
    [{ 'gov-ai-policy': [] }, 'evidence.gov-ai-policy must be an object'],
  ])('is refused: %j', (given, text) => {
    expect(read(given).problems.map(evidenceProblemText)).toEqual([text]);
  });

  it.each<[string, unknown, string]>([
    ['owner', 7, 'must be a string'],
    ['owner', { a: 1 }, 'must be a string'],
    ['owner', 'x'.repeat(101), 'must have at most 100 characters'],
    ['owner', 'a\u0007b', 'must have no control, text-direction or other invisible characters'],
    ['owner', 'a\u202eb', 'must have no control, text-direction or other invisible characters'],
    ['note', 'x'.repeat(1_001), 'must have at most 1000 characters'],
    ['note', 'a\u001Bb', 'has a control character'],
    ['note', 'a\u009Fb', 'has a control character'],
    ['link', `https://example.com/${'x'.repeat(481)}`, 'must have at most 500 characters'],
    // Longer in canonical form.
    ['link', `https://example.com/${'ß'.repeat(100)}`, 'must have at most 500 characters'],
  ])('has bounds: %s %j', (member, value, text) => {
    expect(policy({ [member]: value })).toBe(`evidence.gov-ai-policy.${member} ${text}`);
  });

  it('takes texts of exactly the limits, and tabs and line ends in notes', () => {
    const entry = {
      owner: 'x'.repeat(evidenceLimits.owner),
      note: `${'x'.repeat(997)}\n\tx`,
      link: `https://example.com/${'x'.repeat(480)}`,
    };
    expect(policy(entry)).toEqual(entry);
  });

  it.each([
    'http://example.com/',
    'example.com/policy',
    'ftp://example.com/',
    'javascript:alert(1)//https://example.com',
    'data:text/html,https://example.com',
    'https://ada@example.com/',
    'https://ada:secret@example.com/',
    'https://:secret@example.com/',
    'https://',
    'https:///',
    'https:example.com',
    'https://exa mple.com/',
    'https://example.com/a b',
    'https://example.com/a\nb',
    'https:\\\\example.com',
    'https://example.com\\@evil.example/',
    'https://[::1',
    'https://example.com:99999/',
  ])('refuses the link %j § 10.10r', (link) => {
    expect(policy({ link })).toBe(
      'evidence.gov-ai-policy.link must be an https URL without a user name or password',
    );
  });

  it.each([
    ['https://example.com', 'https://example.com/'],
    ['https://例え.jp/"<b>', 'https://xn--r8jz45g.jp/%22%3Cb%3E'],
    ['https://intranet/policies?id=7#part', 'https://intranet/policies?id=7#part'],
  ])('writes the link %j as a browser does', (link, canonical) => {
    expect(policy({ link })).toEqual({ link: canonical });
  });

  it.each([
    '2027-02-29',
    '2027-13-01',
    '2027-00-10',
    '2027-4-1',
    '31.03.2027',
    '2027-03-31T00:00:00Z',
    '1999-12-31',
    '2100-01-01',
    '0027-03-31',
    '٢٠٢٧-٠٣-٣١',
  ])('refuses the date %j', (reviewOn) => {
    expect(policy({ reviewOn })).toBe(
      'evidence.gov-ai-policy.reviewOn must be a calendar date from 2000-01-01 to 2099-12-31, such as 2027-03-31',
    );
  });

  it('is bounded as a whole', () => {
    const full = Object.fromEntries(ids.slice(0, 20).map((id) => [id, { note: 'x'.repeat(1_000) }]));
    expect(read(full).problems).toEqual([]);
    const over = { ...full, [ids[20] ?? '']: { owner: 'x' } };
    expect(read(over).problems.map(evidenceProblemText)).toEqual([
      'evidence must have at most 20000 characters in all',
    ]);
  });

  it('names every problem, and repeats no text of the holder', () => {
    const { problems } = read({
      'gov-ai-policy': { owner: 7, link: 'secret' },
      'inv-register': { reviewOn: 'secret' },
    });
    expect(problems).toMatchObject([
      { questionId: 'gov-ai-policy', member: 'owner' },
      { questionId: 'gov-ai-policy', member: 'link' },
      { questionId: 'inv-register', member: 'reviewOn' },
    ]);
    expect(problems.map(evidenceProblemText).join()).not.toContain('secret');
  });
});
