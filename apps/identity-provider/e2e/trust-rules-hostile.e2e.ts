import { type TrustPreset, trustPresets } from '@governance/iam';
import { given } from '@governance/testing';
import { type KeyObject } from 'node:crypto';
import { addOrganization, ecKey, organization, pemOf } from './support/machines';
import { givenApp } from './support/shared-app';
import {
  type Answer,
  type Claims,
  commonClaims,
  type Signing,
  startWorkloadIssuer,
} from './support/workload-issuer';
import { addTrustRule, exchangeForm, type TrustedClient, workloads } from './support/workloads';

/** The name of the condition that the issuer of the rule has signed the assertion. */
const unsigned = 'signature';

/** The client is told none of these: the assertion is not known to be meant for the rule. */
const concealed = new Set([unsigned, 'members', 'iss', 'aud']);

interface Draft {
  readonly claims: Claims;
  /** The issuer of the rule, and another one with the same `kid`. */
  readonly sign: (claims: Claims | string, signing?: Signing) => Promise<string>;
  readonly signElsewhere: (claims: Claims | string, signing?: Signing) => Promise<string>;
  readonly publicKey: KeyObject;
  readonly audience: string;
}

type Row = readonly [what: string, failed: string, make: (draft: Draft) => string | Promise<string>];

const now = (): number => Math.floor(Date.now() / 1000);

/** Signed by the issuer of the rule, with other claims. */
function changed(what: string, failed: string, changes: (draft: Draft) => Claims): Row {
  return [what, failed, (draft) => draft.sign({ ...draft.claims, ...changes(draft) })];
}

const withCommonClaims: readonly Row[] = [
  changed('another issuer', 'iss', () => ({ iss: 'https://issuer.example.org' })),
  changed('the issuer with a slash', 'iss', ({ claims }) => ({ iss: `${String(claims.iss)}/` })),
  changed('no issuer', 'iss', () => ({ iss: undefined })),
  changed('another audience', 'aud', () => ({ aud: 'sts.amazonaws.com' })),
  changed('the audience with a slash', 'aud', ({ audience }) => ({ aud: `${audience}/` })),
  changed('several audiences', 'aud', ({ audience }) => ({ aud: [audience, 'sts.amazonaws.com'] })),
  changed('the audience twice', 'aud', ({ audience }) => ({ aud: [audience, audience] })),
  changed('an object as audience', 'aud', ({ audience }) => ({ aud: { 0: audience, length: 1 } })),
  changed('no audience', 'aud', () => ({ aud: undefined })),
  changed('an end in the past', 'exp', () => ({ exp: now() - 1 })),
  changed('no end', 'exp', () => ({ exp: undefined })),
  changed('an end that is a text', 'exp', () => ({ exp: String(now() + 300) })),
  changed('an end in a year', 'exp', () => ({ exp: now() + 31_536_000 })),
  changed('an endless end', 'exp', () => ({ exp: 1e308 })),
  changed('a beginning in the future', 'nbf', () => ({ nbf: now() + 60 })),
  changed('a time in the future', 'iat', () => ({ iat: now() + 60 })),
  changed('no subject', 'sub', () => ({ sub: undefined })),
  changed('a list as subject', 'sub', ({ claims }) => ({ sub: [claims.sub] })),
  ['no claims', 'members', ({ sign }) => sign('not JSON')],
  ['a list of claims', 'members', ({ claims, sign }) => sign(JSON.stringify([claims]))],
  ['an issuer twice', 'members', ({ claims, sign }) => sign(twice(claims, 'iss', 'https://evil.example'))],
  ['the type of an access token', 'typ', ({ claims, sign }) => sign(claims, { header: { typ: 'at+jwt' } })],
];

const withOtherSignatures: readonly Row[] = [
  [
    'the key of another issuer with the same kid',
    unsigned,
    ({ claims, signElsewhere }) => signElsewhere(claims),
  ],
  ['an unknown kid', unsigned, ({ claims, sign }) => sign(claims, { header: { kid: 'key-0' } })],
  ...['jku', 'x5u'].map((name): Row => [
    `a ${name} that leads to its own keys`,
    unsigned,
    ({ claims, signElsewhere }) => signElsewhere(claims, { header: { [name]: 'https://evil.example/keys' } }),
  ]),
  [
    'its own key in the header',
    unsigned,
    ({ claims, signElsewhere, publicKey }) =>
      signElsewhere(claims, { header: { jwk: publicKey.export({ format: 'jwk' }) } }),
  ],
  [
    'HS256 with the public key',
    unsigned,
    ({ claims, sign, publicKey }) =>
      sign(claims, { header: { alg: 'HS256' }, key: new TextEncoder().encode(pemOf(publicKey)) }),
  ],
  [
    'no signature',
    unsigned,
    async ({ claims, sign }) => {
      const [, payload = ''] = (await sign(claims)).split('.');
      return `${Buffer.from('{"alg":"none","kid":"key-1"}').toString('base64url')}.${payload}.`;
    },
  ],
  [
    'an algorithm that the issuer does not offer',
    unsigned,
    ({ claims, sign }) => sign(claims, { header: { alg: 'PS256' } }),
  ],
  [
    'an algorithm of another kind of key',
    unsigned,
    ({ claims, sign }) => sign(claims, { header: { alg: 'ES256' }, key: ecKey().privateKey }),
  ],
  [
    'a critical extension',
    unsigned,
    ({ claims, sign }) => sign(claims, { header: { crit: ['x-new'], 'x-new': true } }),
  ],
  [
    'claims that were changed afterwards',
    unsigned,
    async ({ claims, sign }) => {
      const [header, , signature] = (await sign(claims)).split('.');
      const payload = Buffer.from(JSON.stringify({ ...claims, admin: true })).toString('base64url');
      return [header, payload, signature].join('.');
    },
  ],
  ['five parts', unsigned, async ({ claims, sign }) => `${await sign(claims)}.e30.e30`],
  ['a text of another kind', unsigned, () => 'canary'],
];

/** The decisive claim of the preset in other forms. */
const forms: readonly (readonly [what: string, form: (value: string) => unknown])[] = [
  ['a list', (value) => [value]],
  ['a number', (value) => Number.parseInt(value.replaceAll(/\D/g, ''), 10)],
  ['an object', (value) => ({ value })],
  ['no value', () => undefined],
  ['null', () => null],
  ['a text with more at its end', (value) => `${value}0`],
  ['a text without its end', (value) => value.slice(0, -1)],
  ['a text with a space', (value) => `${value} `],
  ['a text with an invisible character', (value) => `${value}\u200b`],
  ['a text with a line break', (value) => `${value}\n`],
  ['a wildcard', () => '*'],
  ['a homograph', homograph],
];

/** Reads the same: the last letter or digit is full-width. */
function homograph(value: string): string {
  const last = value.codePointAt(value.length - 1) ?? 0;
  return value.slice(0, -1) + String.fromCodePoint(last + 0xfee0);
}

/** The JSON text of claims with a member of theirs once more, in front. */
function twice(claims: Claims, name: string, value: unknown): string {
  return JSON.stringify(claims).replace('{', `{${JSON.stringify(name)}:${JSON.stringify(value)},`);
}

/** A copy with another value at a place. */
function changedAt(claims: Claims, [name = '', ...inner]: readonly string[], value: unknown): Claims {
  const next = inner.length === 0 ? value : changedAt(claims[name] as Claims, inner, value);
  return { ...claims, [name]: next };
}

function valueAt(claims: Claims, place: readonly string[]): string {
  return String(place.reduce<unknown>((value, name) => (value as Claims)[name], claims));
}

function rowsOf(preset: TrustPreset): readonly Row[] {
  const { decisive, others } = workloads[preset];
  const condition = decisive.join('.');
  const [outermost = ''] = decisive;
  return [
    ...others.map(([what, claims, failed]) => changed(what, failed, () => claims)),
    ...forms.map(([what, form]): Row => [
      `${condition} as ${what}`,
      condition,
      ({ claims, sign }) => sign(changedAt(claims, decisive, form(valueAt(claims, decisive)))),
    ]),
    changed(`${condition} inside another claim`, condition, ({ claims }) => ({
      ...changedAt(claims, decisive, undefined),
      inner: claims,
    })),
    [
      `${outermost} twice`,
      'members',
      ({ claims, sign }) => sign(twice(claims, outermost, workloads[preset].claims[outermost])),
    ],
    ...withCommonClaims,
    ...withOtherSignatures,
  ];
}

/** A key set that takes longer than the provider waits. */
const dripped: Answer = ({ url }, res) => {
  if (url !== '/jwks') return false;
  const drip = setInterval(() => res.write(' '), 1_000);
  res.on('close', () => {
    clearInterval(drip);
  });
  return true;
};

describe('hostile assertions', () => {
  const { identity } = givenApp();
  const platform = given(startWorkloadIssuer);
  const elsewhere = given(startWorkloadIssuer);

  beforeAll(() => addOrganization(identity.manage));
  afterAll(() => Promise.all([platform.close(), elsewhere.close()]));

  function draftOf(preset: TrustPreset): Draft {
    return {
      claims: { ...commonClaims(platform.issuer, identity.issuer), ...workloads[preset].claims },
      sign: (claims, signing) => platform.sign(claims, signing),
      signElsewhere: (claims, signing) => elsewhere.sign(claims, signing),
      publicKey: platform.publicKey,
      audience: identity.issuer,
    };
  }

  /** As a try names it. A refused exchange names it in the log too. */
  async function firstNotMet({ ruleId }: TrustedClient, assertion: string): Promise<unknown> {
    const path = `/organizations/${organization}/trust-rules/${ruleId}/try`;
    const { body } = await identity.manage('POST', path, { assertion });
    const conditions = body.conditions as { condition: string; holds: boolean | null }[];
    return conditions.find(({ holds }) => holds !== true)?.condition;
  }

  describe.each(trustPresets)('of the preset %s', (preset) => {
    let rule: TrustedClient;
    beforeAll(async () => {
      rule = await addTrustRule(identity, preset, { issuer: platform.issuer });
    });

    it.each(rowsOf(preset))('with %s get no token, for the reason %s', async (_what, failed, make) => {
      const assertion = await make(draftOf(preset));
      const { status, body } = await identity.token(exchangeForm(rule, assertion));
      const told = concealed.has(failed)
        ? 'grant request is invalid'
        : `the assertion does not meet the condition ${failed}`;
      expect([status, body]).toEqual([400, { error: 'invalid_grant', error_description: told }]);
      expect(await firstNotMet(rule, assertion)).toBe(failed);
    });

    it('differ from one that gets a token', async () => {
      const { claims, sign } = draftOf(preset);
      const assertion = await sign(claims);
      expect((await identity.token(exchangeForm(rule, assertion))).status).toBe(200);
      expect(await firstNotMet(rule, assertion)).toBeUndefined();
    });

    it('that were used get no second token, where the rule says so', async () => {
      const once = await addTrustRule(identity, preset, { issuer: platform.issuer, singleUse: true });
      const { claims, sign } = draftOf(preset);
      const assertion = await sign(claims);
      expect((await identity.token(exchangeForm(once, assertion))).status).toBe(200);
      const { status, body } = await identity.token(exchangeForm(once, assertion));
      expect([status, body.error_description]).toEqual([
        400,
        'the assertion does not meet the condition single_use',
      ]);
      expect(await firstNotMet(once, assertion)).toBe('single_use');
    });
  });

  it.each([8_193, 1_048_576])('of %d characters are refused before they are read', async (length) => {
    const rule = await addTrustRule(identity, 'oidc', { issuer: platform.issuer });
    const before = platform.requests.length;
    const { status } = await identity.token(exchangeForm(rule, 'a'.repeat(length)));
    expect([status >= 400 && status < 500, platform.requests.length]).toEqual([true, before]);
  });

  it('of an issuer whose keys arrive byte by byte are refused in time, and others get their tokens meanwhile', async () => {
    const slow = await startWorkloadIssuer();
    slow.fault.answer = dripped;
    const rule = await addTrustRule(identity, 'oidc', { issuer: slow.issuer });
    const claims = { ...commonClaims(slow.issuer, identity.issuer), ...workloads.oidc.claims };
    const assertion = await slow.sign(claims);
    let isWaiting = true;
    const waiting = Promise.all(
      Array.from({ length: 20 }, () => identity.token(exchangeForm(rule, assertion))),
    );
    void waiting.finally(() => (isWaiting = false));
    const other = await addTrustRule(identity, 'oidc', { issuer: platform.issuer });
    const { claims: good, sign } = draftOf('oidc');
    for (let number = 0; number < 20; number++) {
      expect((await identity.token(exchangeForm(other, await sign(good)))).status).toBe(200);
    }
    expect(isWaiting).toBe(true);
    const refused = (await waiting).map(({ status, body }) => [status, body.error_description]);
    expect(new Set(refused.map(String))).toEqual(new Set(['400,grant request is invalid']));
    expect(slow.requests).toEqual(['/.well-known/openid-configuration', '/jwks']);
    await slow.close();
  });
});
