import { presetFacts, type TrustPreset, trustPresets } from '@governance/iam';
import { markedWords } from './marked-words';
import { presetClaims } from './preset-claims';
import { trialView } from './trust-rule-trial-view';
import { trustRuleUsage } from './trust-rule-usage';
import { detailsOf, rowOf, type TrustRule } from './trust-rule-view';

const now = new Date('2026-11-24T12:00:00Z');
const rule: TrustRule = {
  id: '5d1c7b2e-9a41-4f0e-8c35-6f1e2d3c4b5a',
  name: 'Website',
  client_id: 'client-1',
  service_identity_id: 's1',
  permissions: ['m2m:credentials:read'],
  preset: 'github-actions',
  issuer: 'https://token.example.org',
  audience: 'https://id.example.org',
  subject: null,
  conditions: [
    { claim: ['repository_id'], one_of: ['7'] },
    { claim: ['team'], one_of: ['a', 'b'] },
  ],
  single_use: true,
  allowed_networks: null,
  key_ids: null,
  expires_at: null,
  created_at: '2026-11-20T12:00:00.000Z',
  last_used_at: null,
  last_refused_at: null,
  last_refusal: null,
};
const refusedBy = (condition: string): TrustRule => ({
  ...rule,
  last_refused_at: '2026-11-24T03:05:00.000Z',
  last_refusal: condition,
});
const at = '24 November 2026, 03:05 UTC';

describe('the view of a trust rule', () => {
  it('is a line of the list, in words', () => {
    expect(rowOf(rule, now, new Map([['s1', 'Nightly']]))).toEqual({
      id: rule.id,
      name: 'Website',
      preset: 'GitHub Actions',
      identityId: 's1',
      identity: 'Nightly',
      end: { words: 'Never', isSoon: false },
      lastUsed: 'Never',
      refusal: undefined,
    });
  });

  it.each([
    ['aud', 'The token was for another audience, or for several', undefined],
    ['single_use', 'The token was used before', undefined],
    ['repository_id', 'Another value: Repository id', undefined],
    ['kubernetes.io.namespace', 'Another value: Namespace', undefined],
    ['constructor', undefined, 'constructor'],
    ['team', undefined, 'team'],
  ])('says why a token was refused: %s', (condition, refused, claim) => {
    expect(rowOf(refusedBy(condition), now, undefined).refusal).toEqual({ at, refused, claim });
  });

  it.each([
    ['2026-11-24T12:00:00.000Z', 'Expired on 24 November 2026', true],
    ['2026-12-24T12:00:00.000Z', '24 December 2026', true],
    ['2026-12-24T12:00:01.000Z', '24 December 2026', false],
  ])('says when it ends: %s', (end, words, isSoon) => {
    expect(rowOf({ ...rule, expires_at: end }, now, undefined).end).toEqual({ words, isSoon });
  });

  it('has every condition of the rule', () => {
    expect(detailsOf({ ...rule, subject: 'repo:a' }, now, undefined).conditions).toEqual([
      { label: 'Issuer', claim: 'iss', values: ['https://token.example.org'] },
      { label: 'Audience', claim: 'aud', values: ['https://id.example.org'] },
      { label: 'Subject', claim: 'sub', values: ['repo:a'] },
      { label: 'Repository id', claim: 'repository_id', values: ['7'] },
      { label: undefined, claim: 'team', values: ['a', 'b'] },
    ]);
  });

  it.each([
    [true, 'would get an access token', 'Holds'],
    [false, 'would be refused', 'Does not hold'],
    [null, 'Not everything could be checked', 'Not checked'],
  ])('has a trial with a text for each outcome: %s', (holds, verdict, text) => {
    const trial = trialView(rule, { accepted: holds, conditions: [{ condition: 'team', holds }] });
    expect(trial.verdict.text).toContain(verdict);
    expect(trial.conditions).toEqual([
      {
        label: undefined,
        claim: 'team',
        values: ['a', 'b'],
        outcome: expect.objectContaining({ text }) as unknown,
      },
    ]);
  });

  it.each(trustPresets)('has a field for each claim that %s needs', (preset) => {
    const claims = Object.values(presetClaims[preset]).map(({ claim }) => claim.join());
    for (const claim of presetFacts[preset].needed.flat()) expect(claims).toContain(claim.join());
  });

  it('marks the names of claims in an explanation', () => {
    expect(markedWords('Add ref_protected or an id.')).toEqual([
      { text: 'Add ', isCode: false },
      { text: 'ref_protected', isCode: true },
      { text: ' or an id.', isCode: false },
    ]);
  });
});

describe('the use of a trust rule', () => {
  const addresses = { baseUrl: 'https://api.example.org', machineIssuer: 'https://id.example.org' };
  const command = 'governance login --workload --client-id client-1 --api-url https://api.example.org';
  const usage = (presetKey: TrustPreset, audience = 'https://id.example.org'): string =>
    trustRuleUsage({ presetKey, clientId: 'client-1', audience }, addresses).source;

  it.each(trustPresets)('has the command that signs in, for %s', (preset) => {
    expect(usage(preset)).toContain(command);
    expect(usage(preset)).not.toContain('--audience');
  });

  it('has what each platform needs to give a token', () => {
    expect(usage('github-actions')).toContain('id-token: write');
    expect(usage('gitlab')).toContain('GOVERNANCE_ID_TOKEN:\n    aud: "https://id.example.org"');
    expect(usage('kubernetes')).toContain('audience: "https://id.example.org"');
    expect(usage('oidc')).toContain('--token-file');
  });

  it('quotes another audience, for the shell and for YAML', () => {
    expect(usage('gitlab', `it's "us"`)).toContain(String.raw`--audience 'it'\''s "us"'`);
    expect(usage('gitlab', `it's "us"`)).toContain(String.raw`aud: "it's \"us\""`);
  });
});
