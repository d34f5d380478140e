import { type PersonCaller } from '../caller/caller';
import { permissionsOfRole } from '../caller/role';
import { callerAfterCutOff, type TokenCutOff } from './token-cut-off';

const admin: PersonCaller = {
  kind: 'person',
  issuer: 'https://issuer.example.org',
  subject: 'ada',
  orgId: 'acme',
  clientId: 'website',
  scope: '',
  email: '',
  emailVerified: false,
  name: '',
  roles: ['account-admin'],
  permissions: permissionsOfRole('account-admin'),
  stepUp: { mfaAt: undefined, mfaMaxAge: undefined },
};
const second = 1_763_640_000;
const moment = new Date(second * 1_000 + 500);

function after(issuedAt: number, cutOff: Partial<TokenCutOff>): PersonCaller | undefined {
  return callerAfterCutOff(admin, issuedAt, { removedAt: undefined, roleChange: undefined, ...cutOff });
}

describe('callerAfterCutOff', () => {
  it('is undefined with a token from before a removal or from the same second', () => {
    expect(after(second - 1, { removedAt: moment })).toBeUndefined();
    expect(after(second, { removedAt: moment })).toBeUndefined();
    expect(after(second + 0.9, { removedAt: moment })).toBeUndefined();
    expect(after(second, { removedAt: new Date(second * 1_000) })).toBeUndefined();
    expect(after(second + 1, { removedAt: moment })).toBe(admin);
  });

  it('is limited to the new role with a token from before a change of role', () => {
    const roleChange = { at: moment, role: 'viewer' } as const;
    expect(after(second, { roleChange })).toEqual({
      ...admin,
      roles: ['viewer'],
      permissions: permissionsOfRole('viewer'),
    });
    expect(after(second + 1, { roleChange })).toBe(admin);
  });

  it('gains nothing by a change of role', () => {
    const narrow = { ...admin, permissions: new Set(['self:profile:read'] as const) };
    const roleChange = { at: moment, role: 'account-admin' } as const;
    const cutOff = { removedAt: undefined, roleChange };
    expect(callerAfterCutOff(narrow, second, cutOff)?.permissions).toEqual(new Set(['self:profile:read']));
  });

  it('stays removed for older tokens when a later invitation and a change of role follow', () => {
    const later = new Date((second + 100) * 1_000);
    const cutOff = { removedAt: moment, roleChange: { at: later, role: 'viewer' } } as const;
    expect(after(second, cutOff)).toBeUndefined();
    expect(after(second + 50, cutOff)?.roles).toEqual(['viewer']);
    expect(after(second + 101, cutOff)).toBe(admin);
  });
});
