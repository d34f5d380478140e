import { RuleViolation } from '@governance/kernel';
import { certificate, pem } from '../../spec/src/der-writer';
import { spki } from '../../spec/src/key-material';
import { refusedKeys } from '../../spec/src/refused-keys';
import { keyAlgorithms } from '../keys/accepted-key';
import { publicKeyOf } from '../keys/public-key-of';
import { checkCreation, checkRotation, type CreationRequest, type RotationRequest } from './credential-rules';

const now = new Date('2026-11-20T12:00:00.000Z');
const capabilities = { keyAlgorithms: new Set(keyAlgorithms), overlap: true, networks: true };
const context = { now, capabilities };
const publicKey = pem('PUBLIC KEY', spki.p256);
const key = publicKeyOf(publicKey);
const id = '0b9c7a52-3c0e-4a52-9a0d-1f6f4f7f0a11';
const secretRequest = { name: 'Export', type: 'client_secret' };
const forKeys = 'is for credentials of type public_key';
const daysRange = 'valid_for_days must be an integer from 0 to 3650';
const keyRequest = { name: 'Export', type: 'public_key', publicKey };

describe('checkCreation', () => {
  it('takes a secret credential', () => {
    expect(checkCreation({ ...secretRequest, name: '  Export ' }, context)).toEqual({
      type: 'client_secret',
      name: 'Export',
      serviceIdentityId: undefined,
      permissions: undefined,
    });
  });

  it('accepts a key credential without an expiry', () => {
    expect(checkCreation(keyRequest, context)).toEqual({
      type: 'public_key',
      name: 'Export',
      serviceIdentityId: undefined,
      permissions: undefined,
      key,
      expiresAt: undefined,
      validForDays: undefined,
    });
  });

  it('takes permissions of a new service identity, each once', () => {
    const permissions = ['org:audit:read', 'm2m:credentials:write', 'org:audit:read'];
    const creation = checkCreation({ ...secretRequest, permissions }, context);
    expect([...(creation.permissions ?? [])]).toEqual(['org:audit:read', 'm2m:credentials:write']);
    expect(checkCreation({ ...secretRequest, permissions: [] }, context).permissions).toEqual(new Set());
  });

  it('takes a service identity by its UUID, in either case', () => {
    const creation = checkCreation({ ...secretRequest, serviceIdentityId: id.toUpperCase() }, context);
    expect(creation.serviceIdentityId).toBe(id);
  });

  it('keeps the days, and the time that takes precedence over them', () => {
    const inTenDays = new Date('2026-11-30T12:00:00.000Z');
    const ten = checkCreation({ ...keyRequest, validForDays: 10 }, context);
    expect(ten).toMatchObject({ validForDays: 10, expiresAt: inTenDays });
    const both = checkCreation(
      { ...keyRequest, validForDays: 10, expiresAt: '2030-01-01T01:00:00+01:00' },
      context,
    );
    expect(both).toMatchObject({ validForDays: 10, expiresAt: new Date('2030-01-01T00:00:00.000Z') });
  });

  it.each([0, 1, 3_650])('takes %d days for a key', (validForDays) => {
    expect(checkCreation({ ...keyRequest, validForDays }, context)).toMatchObject({ validForDays });
  });

  it('accepts 0 days for a secret, which has no expiry', () => {
    expect(checkCreation({ ...secretRequest, validForDays: 0 }, context).type).toBe('client_secret');
  });

  it.each([1, 3_650])('takes %d days for a secret, in their own member', (secretValidForDays) => {
    expect(checkCreation({ ...secretRequest, secretValidForDays }, context)).toMatchObject({
      validForDays: secretValidForDays,
      expiresAt: new Date(now.getTime() + secretValidForDays * 86_400_000),
    });
  });

  it('takes no days and 0 days for a secret that does not expire', () => {
    for (const secretValidForDays of [undefined, 0]) {
      const creation = checkCreation({ ...secretRequest, secretValidForDays }, context);
      expect(creation.expiresAt).toBeUndefined();
    }
  });

  it.each([-1, 0.5, 3_651, Number.MAX_SAFE_INTEGER])('refuses %d days for a secret', (secretValidForDays) => {
    expect(() => checkCreation({ ...secretRequest, secretValidForDays }, context)).toThrow(
      new RuleViolation('secret_valid_for_days must be an integer from 0 to 3650'),
    );
  });

  it.each([0, 1])('refuses the member for secrets on a key, with %d days', (secretValidForDays) => {
    const refusal = new RuleViolation('secret_valid_for_days is for credentials of type client_secret');
    expect(() => checkCreation({ ...keyRequest, secretValidForDays }, context)).toThrow(refusal);
    const rotation = { newPublicKey: publicKey, secretValidForDays };
    const credential = { type: 'public_key', validForDays: undefined, kid: undefined } as const;
    expect(() => checkRotation(rotation, credential, context)).toThrow(refusal);
  });

  it('accepts a certificate until it ends, and derives no expiry from it', () => {
    const ending = (at: Date): CreationRequest => ({
      ...keyRequest,
      publicKey: pem('CERTIFICATE', certificate(spki.p256, at)),
    });
    const creation = checkCreation(ending(new Date(now.getTime() + 1_000)), context);
    expect(creation).toMatchObject({ expiresAt: undefined, key: { thumbprint: key.thumbprint } });
    expect(() => checkCreation(ending(now), context)).toThrow(
      new RuleViolation('public_key must be a certificate that has not ended'),
    );
  });

  const notGrantable = 'permissions must name permissions that a service identity can hold';
  const otherType = 'type must be client_secret or public_key';
  const refusals: [string, CreationRequest, string][] = [
    ['no name', { ...secretRequest, name: '' }, 'name must have 1 to 100 characters'],
    [
      'an unknown permission',
      { ...secretRequest, permissions: ['m2m:credentials:read', 'm2m:credentials:all'] },
      notGrantable,
    ],
    ['a permission of people', { ...secretRequest, permissions: ['self:profile:read'] }, notGrantable],
    [
      'permissions for a service identity that is there',
      { ...secretRequest, permissions: [], serviceIdentityId: id },
      'permissions cannot be combined with service_identity_id',
    ],
    ['another type', { ...secretRequest, type: 'password' }, otherType],
    ['a type in capitals', { ...secretRequest, type: 'CLIENT_SECRET' }, otherType],
    ['a key for a secret', { ...secretRequest, publicKey }, `public_key ${forKeys}`],
    ['days for a secret', { ...secretRequest, validForDays: 1 }, `valid_for_days ${forKeys}`],
    [
      'an expiry for a secret',
      { ...secretRequest, expiresAt: '2030-01-01T00:00:00Z' },
      `expires_at ${forKeys}`,
    ],
    [
      'no key',
      { ...keyRequest, publicKey: undefined },
      'public_key is required for credentials of type public_key',
    ],
    [
      'a service identity that is no UUID',
      { ...secretRequest, serviceIdentityId: `${id}'` },
      'service_identity_id must name a service identity of this organization',
    ],
    ...[-1, 3_651, 1.5, Number.NaN, Infinity].map((validForDays): [string, CreationRequest, string] => [
      `${validForDays} days`,
      { ...keyRequest, validForDays },
      daysRange,
    ]),
    ['-1 days for a secret', { ...secretRequest, validForDays: -1 }, daysRange],
    ...['2030-01-01', 'tomorrow', '2030-02-30T00:00:00Z', '1893456000'].map(
      (expiresAt): [string, CreationRequest, string] => [
        `the expiry ${expiresAt}`,
        { ...keyRequest, expiresAt },
        'expires_at must be an RFC 3339 timestamp',
      ],
    ),
    [
      'an expiry of now',
      { ...keyRequest, expiresAt: '2026-11-20T12:00:00Z' },
      'expires_at must be in the future',
    ],
  ];

  it.each(refusals)('refuses %s', (_what, request, message) => {
    expect(() => checkCreation(request, context)).toThrow(new RuleViolation(message));
  });

  it.each(Object.keys(refusedKeys) as (keyof typeof refusedKeys)[])(
    'refuses keys of the table %s, naming the field and nothing of the text',
    (table) => {
      for (const text of Object.values(refusedKeys[table])) {
        expect(() => checkCreation({ ...keyRequest, publicKey: text }, context)).toThrow(RuleViolation);
        expect(() => checkCreation({ ...keyRequest, publicKey: text }, context)).toThrow(
          /^public_key (?:must|is) [\w ,:()-]+$/,
        );
      }
    },
  );

  it('refuses a key that the provider could not verify, and names what it can', () => {
    const rsa = new Set(['RS256', 'PS256'] as const);
    const rsaOnly = { ...context, capabilities: { ...capabilities, keyAlgorithms: rsa } };
    expect(() => checkCreation(keyRequest, rsaOnly)).toThrow(
      new RuleViolation('public_key must be a key for one of RS256, PS256'),
    );
    const rsaKey = pem('PUBLIC KEY', spki.rsa);
    expect(checkCreation({ ...keyRequest, publicKey: rsaKey }, rsaOnly).type).toBe('public_key');
  });
});

describe('checkRotation', () => {
  const ofSecret = { type: 'client_secret', validForDays: undefined, kid: undefined } as const;
  const ofKey = { type: 'public_key', validForDays: 10, kid: undefined } as const;

  it('accepts an empty request for a secret', () => {
    expect(checkRotation({}, ofSecret, context)).toEqual({ type: 'client_secret' });
  });

  it('accepts a key for a key, and applies the days from creation again', () => {
    expect(checkRotation({ newPublicKey: publicKey }, ofKey, context)).toEqual({
      type: 'public_key',
      key,
      expiresAt: new Date('2026-11-30T12:00:00.000Z'),
    });
  });

  it('refuses the key that is current', () => {
    const current = { ...ofKey, kid: key.thumbprint };
    expect(() => checkRotation({ newPublicKey: publicKey }, current, context)).toThrow(
      new RuleViolation('new_public_key must be another key than the current one'),
    );
  });

  it('takes an expiry of its own for a key', () => {
    const expiresAt = '2030-01-01T00:00:00Z';
    const rotation = checkRotation({ newPublicKey: publicKey, validForDays: 1, expiresAt }, ofKey, context);
    expect(rotation).toMatchObject({ expiresAt: new Date(expiresAt) });
    expect(checkRotation({ newPublicKey: publicKey, validForDays: 0 }, ofKey, context)).toMatchObject({
      expiresAt: undefined,
    });
  });

  const past = '2020-01-01T00:00:00Z';
  const ofSecrets: [string, RotationRequest, string][] = [
    ['a key', { newPublicKey: publicKey }, `new_public_key ${forKeys}`],
    ['days', { validForDays: 3 }, `valid_for_days ${forKeys}`],
    ['an expiry', { expiresAt: '2030-01-01T00:00:00Z' }, `expires_at ${forKeys}`],
  ];
  const ofKeys: [string, RotationRequest, string][] = [
    ['no key', {}, 'new_public_key is required for credentials of type public_key'],
    ['a broken key', { newPublicKey: 'x' }, 'new_public_key must be one PEM block, whole and undamaged'],
    ['a past expiry', { newPublicKey: publicKey, expiresAt: past }, 'expires_at must be in the future'],
    ['a negative life', { newPublicKey: publicKey, validForDays: -1 }, daysRange],
  ];

  it.each(ofSecrets)('refuses %s for a secret', (_what, request, message) => {
    expect(() => checkRotation(request, ofSecret, context)).toThrow(new RuleViolation(message));
  });

  it.each(ofKeys)('refuses %s for a key', (_what, request, message) => {
    expect(() => checkRotation(request, ofKey, context)).toThrow(new RuleViolation(message));
  });
});

describe('the overlap of a rotation', () => {
  const secret = { type: 'client_secret', validForDays: undefined, kid: undefined } as const;
  const withKey = { type: 'public_key', validForDays: undefined, kid: undefined } as const;

  it.each([undefined, 0])(
    'is none for %p seconds, also where the provider can have none',
    (overlapSeconds) => {
      for (const overlap of [true, false]) {
        const rules = { ...context, capabilities: { ...capabilities, overlap } };
        expect(checkRotation({ overlapSeconds }, secret, rules).overlapUntil).toBeUndefined();
      }
    },
  );

  it.each([1, 604_800])('ends %d seconds after the rotation, for secrets and keys', (overlapSeconds) => {
    const overlapUntil = new Date(now.getTime() + overlapSeconds * 1_000);
    expect(checkRotation({ overlapSeconds }, secret, context)).toMatchObject({ overlapUntil });
    const request = { overlapSeconds, newPublicKey: publicKey };
    expect(checkRotation(request, withKey, context)).toMatchObject({ overlapUntil });
  });

  it.each([-1, 0.5, 604_801])('is refused with %d seconds', (overlapSeconds) => {
    expect(() => checkRotation({ overlapSeconds }, secret, context)).toThrow(
      new RuleViolation('overlap_seconds must be an integer from 0 to 604800'),
    );
  });

  it('is refused where the provider can have none', () => {
    expect(() =>
      checkRotation({ overlapSeconds: 1 }, secret, {
        ...context,
        capabilities: { ...capabilities, overlap: false },
      }),
    ).toThrow(
      new RuleViolation(
        'overlap_seconds must be 0: the identity provider accepts one secret or key at a time',
      ),
    );
  });
});

describe('the expiry of a secret after a rotation', () => {
  const tenDays = { type: 'client_secret', validForDays: 10, kid: undefined } as const;
  const after = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

  it.each([
    ['the days of its creation, counted anew', {}, after(10)],
    ['its own days', { secretValidForDays: 3 }, after(3)],
    ['none with 0 days', { secretValidForDays: 0 }, undefined],
  ])('is %s', (_what, request, expiresAt) => {
    expect(checkRotation(request, tenDays, context).expiresAt).toEqual(expiresAt);
  });
});
