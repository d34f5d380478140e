import { type Creation, type Rotation } from './credential-rules';
import { type CredentialLimits, limitedCreation, limitedRotation } from './inherited-limits';

const now = new Date('2026-11-20T12:00:00.000Z');
const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

function limitsOf(limits: Partial<CredentialLimits> = {}): CredentialLimits {
  const none = {
    allowedNetworks: undefined,
    expiresAt: undefined,
    validForDays: undefined,
    endsBy: undefined,
  };
  return { id: 'target', ...none, ...limits };
}

describe('a credential made by a machine', () => {
  const creation = { type: 'client_secret', expiresAt: undefined } as Creation;

  it.each([
    { what: 'no end', asked: undefined, parent: undefined, made: undefined },
    { what: 'its own end', asked: inDays(3), parent: undefined, made: inDays(3) },
    { what: 'the end of the machine', asked: undefined, parent: inDays(5), made: inDays(5) },
    { what: 'that end instead of a later one', asked: inDays(9), parent: inDays(5), made: inDays(5) },
    { what: 'its own end, which is earlier', asked: inDays(3), parent: inDays(5), made: inDays(3) },
  ])('has $what', ({ asked, parent, made }) => {
    const limited = limitedCreation({ ...creation, expiresAt: asked }, limitsOf({ expiresAt: parent }));
    expect(limited).toMatchObject({ expiresAt: made, endsBy: parent });
  });

  it('has no limit if a person makes it', () => {
    expect(limitedCreation({ ...creation, expiresAt: inDays(9) }, undefined)).toMatchObject({
      expiresAt: inDays(9),
      endsBy: undefined,
    });
  });
});

describe('a rotation', () => {
  const rotated = (
    expiresAt: Date | undefined,
    credential: Partial<CredentialLimits>,
    caller?: Partial<CredentialLimits>,
  ): Date | undefined => {
    const rotation = { type: 'client_secret', expiresAt } as Rotation;
    const by = { caller: caller && limitsOf({ id: 'caller', ...caller }), now };
    return limitedRotation(rotation, limitsOf(credential), by).expiresAt;
  };

  it('by a person has the limit of the machine that made the credential, and no other', () => {
    expect(rotated(undefined, { endsBy: inDays(5) })).toEqual(inDays(5));
    expect(rotated(inDays(9), { endsBy: inDays(5) })).toEqual(inDays(5));
    expect(rotated(inDays(9), {})).toEqual(inDays(9));
  });

  it('by another machine gives it nothing that ends later than the machine', () => {
    expect(rotated(undefined, {}, { expiresAt: inDays(5) })).toEqual(inDays(5));
    expect(rotated(inDays(9), { endsBy: inDays(7) }, { expiresAt: inDays(5) })).toEqual(inDays(5));
    expect(rotated(inDays(9), { endsBy: inDays(7) }, {})).toEqual(inDays(7));
  });

  it('of its own renews a machine for the days of its creation, or keeps its end', () => {
    const own = (limits: Partial<CredentialLimits>, expiresAt?: Date): Date | undefined =>
      rotated(expiresAt, limits, { ...limits, id: 'target' });
    expect(own({ expiresAt: inDays(1), validForDays: 30 }, inDays(30))).toEqual(inDays(30));
    expect(own({ expiresAt: inDays(1), validForDays: 30 }, inDays(90))).toEqual(inDays(30));
    expect(own({ expiresAt: inDays(1), validForDays: 30, endsBy: inDays(5) }, inDays(30))).toEqual(inDays(5));
    expect(own({ expiresAt: inDays(1) })).toEqual(inDays(1));
    expect(own({}, inDays(90))).toEqual(inDays(90));
  });
});
