import { FormRefused, type FormProblem } from '../form-problem';
import { changesOf, checkChangedRule, checkNewRule, newRuleOf } from './trust-rule-form';

const now = new Date('2026-11-24T12:00:00Z');
const jwk = '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","kid":"1"}';

const formOf = (fields: Record<string, string>): URLSearchParams =>
  new URLSearchParams({
    name: 'Website',
    issuer: 'https://id.example.org',
    audience: 'https://us.example.org',
    permissions: 'a',
    single_use: 'yes',
    valid_days: '0',
    ...fields,
  });

function refusalOf(check: () => void): NonNullable<FormProblem['errors']> {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof FormRefused) return error.problem.errors ?? [];
    throw error;
  }
}

describe('the form of a trust rule', () => {
  it('asks for a rule with the claims of its preset and further ones', () => {
    const form = formOf({
      repository_id: ' 7 ',
      repository_owner_id: '1',
      ref: 'refs/heads/main\r\nrefs/heads/next\r\n',
      environment: '',
      claims: 'team = platform|data\r\nouter > inner=a = b',
      valid_days: '30',
      allowed_networks: '192.0.2.0/24',
    });
    checkNewRule(form, 'github-actions');
    expect(newRuleOf(form, 'github-actions', now)).toEqual({
      name: 'Website',
      preset: 'github-actions',
      issuer: 'https://id.example.org',
      audience: 'https://us.example.org',
      conditions: [
        { claim: ['repository_id'], one_of: ['7'] },
        { claim: ['repository_owner_id'], one_of: ['1'] },
        { claim: ['ref'], one_of: ['refs/heads/main', 'refs/heads/next'] },
        { claim: ['team'], one_of: ['platform', 'data'] },
        { claim: ['outer', 'inner'], one_of: ['a = b'] },
      ],
      single_use: true,
      permissions: ['a'],
      allowed_networks: ['192.0.2.0/24'],
      expires_at: '2026-12-24T12:00:00.000Z',
    });
  });

  it('asks for a rule of an existing service identity, with a subject and uploaded keys', () => {
    const form = formOf({
      subject: 'batch',
      service_identity_id: 's1',
      single_use: 'no',
      key_set: `{"keys": [${jwk}]}`,
    });
    checkNewRule(form, 'oidc');
    expect(newRuleOf(form, 'oidc', now)).toEqual({
      name: 'Website',
      preset: 'oidc',
      issuer: 'https://id.example.org',
      audience: 'https://us.example.org',
      subject: 'batch',
      conditions: [],
      single_use: false,
      service_identity_id: 's1',
      key_set: { keys: [JSON.parse(jwk)] },
    });
  });

  it.each([
    [
      'github-actions',
      { repository_id: '', repository_owner_id: '1', ref: 'r' },
      { field: 'repository_id', text: 'Repository id is required.' },
    ],
    [
      'github-actions',
      { repository_id: '1', repository_owner_id: '1' },
      {
        field: 'ref',
        text: 'Enter “Branches or tags” or “Environments”: without one, every branch can use the rule.',
      },
    ],
    [
      'gitlab',
      { project_id: '2*' },
      {
        field: 'project_id',
        text: 'Project id must have 1 to 500 characters, and no control character or *.',
      },
    ],
    ['oidc', { subject: '' }, { field: 'subject', text: 'Subject is required.' }],
    [
      'oidc',
      { subject: 's', claims: 'a = b\n\nteam' },
      {
        field: 'claims',
        text: 'Further claims, line 3, must be a claim, = and its text, such as team = platform.',
      },
    ],
    [
      'oidc',
      { subject: 's', claims: 'sub = b' },
      { field: 'claims', text: 'Further claims, line 1, must not name the claim sub.' },
    ],
    [
      'oidc',
      { subject: 's', key_set: '{' },
      { field: 'key_set', text: 'Key set must be JSON, such as {"keys": […]}.' },
    ],
  ] as const)('%s is refused for %j', (preset, fields, refused) => {
    const found = refusalOf(() => {
      checkNewRule(formOf(fields), preset);
    });
    expect(found).toEqual([refused]);
  });

  it('is refused without a permission, with all that is wrong in the order of the form', () => {
    const form = new URLSearchParams('name=');
    const found = refusalOf(() => {
      checkNewRule(form, 'spiffe');
    });
    expect(found.map(({ field }) => field)).toEqual(['name', 'subject', 'issuer', 'audience', 'permissions']);
  });

  it('changes only what differs, and takes no key that is private or damaged', () => {
    expect(changesOf(formOf({}), { name: 'Website' })).toEqual({});
    expect(changesOf(formOf({ key_set: `{"keys":[${jwk}]}` }), { name: 'Before' })).toEqual({
      name: 'Website',
      key_set: { keys: [JSON.parse(jwk)] },
    });
    for (const [key, text] of [
      [jwk.replace('"x"', '"d":"canary","x"'), 'New key set must be a key set of 1 to 20 public keys'],
      [jwk.replace('11qY', '11'), 'New key set has a key that must be a whole and undamaged public key.'],
    ] as const) {
      const found = refusalOf(() => {
        checkChangedRule(formOf({ key_set: `{"keys":[${key}]}` }));
      });
      expect(found).toEqual([{ field: 'key_set', text: expect.stringContaining(text) as unknown }]);
    }
  });
});
