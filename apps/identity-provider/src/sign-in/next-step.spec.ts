import { type Place } from '../organizations/places.store';
import { noFactors } from '../second-factor/second-factors.store';
import { nextStep } from './next-step';
import { type Request, type Situation } from './situation';

const request: Request = { signIn: false, again: false, factor: 'no', orgId: undefined, consent: 'no' };
const acme: Place = {
  orgId: 'org_acme',
  orgName: 'Acme',
  hasOtherOrgs: false,
  role: 'viewer',
  mfaMaxAge: 0,
  byPassword: true,
  upstreams: [],
};
const strict: Place = { ...acme, orgId: 'org_strict', orgName: 'Strict', mfaMaxAge: 300 };
const session = { userId: 'user_1', hasFactor: false, connectionId: undefined };
const signedIn = { userId: 'user_1', shownAt: 1 };

interface Changes extends Omit<Partial<Situation>, 'request'> {
  readonly request?: Partial<Request>;
}

function stepWhen({ request: asked = {}, ...changes }: Changes = {}): string {
  const person = { session: undefined, enrolled: false, factors: noFactors, invited: undefined };
  const situation = { progress: {}, isJustProven: true, ...person, places: [acme], ...changes };
  return nextStep({ ...situation, request: { ...request, ...asked } });
}

describe('the next step of a sign-in', () => {
  it('is the password without a session, and for a different user', () => {
    expect(stepWhen()).toBe('password');
    expect(stepWhen({ session, progress: { anotherPerson: true } })).toBe('password');
    expect(stepWhen({ session, request: { signIn: true } })).toBe('password');
  });

  it('is nothing with a session and without further requirements', () => {
    expect(stepWhen({ session })).toBe('done');
    expect(stepWhen({ session, enrolled: true })).toBe('done');
    expect(stepWhen({ progress: signedIn })).toBe('done');
  });

  it('is the code after every password of a user with an app', () => {
    expect(stepWhen({ progress: signedIn, enrolled: true })).toBe('code');
    expect(stepWhen({ progress: { ...signedIn, factorAt: 2 }, enrolled: true })).toBe('done');
    expect(stepWhen({ progress: signedIn, enrolled: true, session: { ...session, hasFactor: true } })).toBe(
      'code',
    );
  });

  it('is only the code for a step-up in a session, even with a fresh second factor', () => {
    for (const factor of ['if-enrolled', 'required'] as const) {
      const stepUp = { session: { ...session, hasFactor: true }, enrolled: true, request: { factor } };
      expect(stepWhen(stepUp)).toBe('code');
      expect(stepWhen({ ...stepUp, progress: { factorAt: 2 } })).toBe('done');
    }
  });

  it('is the password for a step-up in a session that has begun without the factor', () => {
    for (const factor of ['if-enrolled', 'required'] as const) {
      const stepUp = { session, enrolled: true, request: { factor } };
      expect(stepWhen(stepUp)).toBe('password');
      expect(stepWhen({ ...stepUp, progress: signedIn })).toBe('code');
    }
  });

  it('is the first factor again if it was shown too long ago to set up a second one', () => {
    const late = { progress: signedIn, places: [strict], isJustProven: false };
    expect(stepWhen(late)).toBe('password');
    expect(stepWhen({ ...late, progress: { ...signedIn, connectionId: 'con_1' } })).toBe('connection');
    expect(stepWhen({ ...late, enrolled: true })).toBe('code');
  });

  it('is the password and then the setup if an app is required and missing', () => {
    const stepUp = { session, request: { factor: 'required' } as const };
    expect(stepWhen(stepUp)).toBe('password');
    expect(stepWhen({ ...stepUp, progress: signedIn })).toBe('enrol');
    expect(stepWhen({ session, places: [strict] })).toBe('password');
    expect(stepWhen({ progress: signedIn, places: [strict] })).toBe('enrol');
  });

  it('is only the password for a repeated sign-in without an app', () => {
    const again = { session, request: { factor: 'if-enrolled' } as const };
    expect(stepWhen(again)).toBe('password');
    expect(stepWhen({ ...again, progress: signedIn })).toBe('done');
  });

  it('shows new recovery codes before anything else', () => {
    const progress = { ...signedIn, newRecoveryCodes: ['a'] };
    expect(stepWhen({ progress, enrolled: true, places: [acme, strict] })).toBe('recovery-codes');
  });

  it('is the choice of an organization for a member of several, unless the request names one', () => {
    const places = [acme, strict];
    expect(stepWhen({ session, places })).toBe('organization');
    expect(stepWhen({ session, places, progress: { orgId: 'org_acme' } })).toBe('done');
    expect(stepWhen({ session, places, request: { orgId: 'org_acme' } })).toBe('done');
    expect(stepWhen({ session, places, request: { orgId: 'org_other' } })).toBe('organization');
    expect(
      stepWhen({ session, places, progress: { orgId: 'org_acme' }, request: { orgId: 'org_strict' } }),
    ).toBe('done');
  });

  it('asks for the second factor of the chosen organization, and of no other', () => {
    const places = [acme, strict];
    expect(stepWhen({ progress: { ...signedIn, orgId: 'org_acme' }, places })).toBe('done');
    expect(stepWhen({ progress: { ...signedIn, orgId: 'org_strict' }, places })).toBe('enrol');
    const factor = { ...session, hasFactor: true };
    expect(stepWhen({ session: factor, enrolled: true, progress: { orgId: 'org_strict' }, places })).toBe(
      'done',
    );
  });

  it('is no-organization for a user without an organization', () => {
    expect(stepWhen({ session, places: [] })).toBe('no-organization');
    expect(stepWhen({ progress: signedIn, enrolled: true, places: [] })).toBe('code');
  });

  it('is consent if the application needs it, and confirmation if the user did not authenticate here', () => {
    const third = { consent: 'required' } as const;
    const native = { consent: 'unless-signed-in' } as const;
    expect(stepWhen({ session, request: third })).toBe('consent');
    expect(stepWhen({ progress: signedIn, request: third })).toBe('consent');
    expect(stepWhen({ session, request: native })).toBe('consent');
    expect(stepWhen({ progress: signedIn, request: native })).toBe('done');
    expect(stepWhen({ session, request: third, progress: { consented: true } })).toBe('done');
  });

  it('is a connection if the password is not accepted, except after a sign-in with it', () => {
    const closed = {
      ...acme,
      byPassword: false,
      upstreams: [{ id: 'con_1', name: 'Single sign-on', showsFactor: false }],
    };
    expect(stepWhen({ progress: signedIn, places: [closed] })).toBe('connection');
    expect(stepWhen({ session, places: [closed] })).toBe('connection');
    expect(stepWhen({ progress: { ...signedIn, connectionId: 'con_1' }, places: [closed] })).toBe('done');
    expect(stepWhen({ session: { ...session, connectionId: 'con_1' }, places: [closed] })).toBe('done');
    expect(stepWhen({ progress: { wayInto: 'org_acme' } })).toBe('connection');
  });

  it('is the second factor of the account also after a sign-in with a connection', () => {
    const federated = { ...signedIn, connectionId: 'con_1' };
    const places = [strict];
    expect(stepWhen({ progress: federated, places })).toBe('enrol');
    expect(stepWhen({ progress: federated, places, enrolled: true })).toBe('code');
  });

  describe('of a connection whose provider shows the second factor', () => {
    const upstreams = [{ id: 'con_1', name: 'Single sign-on', showsFactor: true }];
    const [own, strictOwn] = [
      { ...acme, byPassword: false, upstreams },
      { ...strict, byPassword: false, upstreams },
    ];
    const here = { ...session, connectionId: 'con_1' };
    const back = { ...signedIn, connectionId: 'con_1' };

    it('is the connection for a step-up, and never the code or the setup', () => {
      for (const enrolled of [false, true]) {
        for (const factor of ['if-enrolled', 'required'] as const) {
          const stepUp = { request: { factor }, enrolled, places: [strictOwn] };
          expect(stepWhen({ ...stepUp, session: { ...here, hasFactor: true } })).toBe('connection');
          expect(stepWhen({ ...stepUp, progress: { ...back, factorAt: 2 } })).toBe('done');
        }
        expect(stepWhen({ progress: { ...back, factorAt: 2 }, enrolled, places: [strictOwn] })).toBe('done');
        expect(stepWhen({ progress: back, enrolled, places: [strictOwn] })).toBe('connection');
        expect(stepWhen({ session: here, enrolled, places: [strictOwn] })).toBe('connection');
      }
    });

    it('is nothing after a second factor at an unknown time, except for a step-up', () => {
      const progress = { ...back, isFactorUndated: true };
      expect(stepWhen({ progress, enrolled: true, places: [strictOwn] })).toBe('done');
      expect(stepWhen({ progress, places: [own], request: { factor: 'required' } })).toBe('connection');
    });

    it('is the code of an app here where the provider has shown none, and none is required', () => {
      expect(stepWhen({ progress: back, places: [own], enrolled: true })).toBe('code');
      expect(stepWhen({ progress: back, places: [own] })).toBe('done');
      expect(stepWhen({ session: here, places: [own], enrolled: true })).toBe('done');
    });

    it('is the app here after a password', () => {
      const open = { ...strictOwn, byPassword: true };
      expect(stepWhen({ progress: signedIn, places: [open] })).toBe('enrol');
      expect(stepWhen({ progress: signedIn, places: [open], enrolled: true })).toBe('code');
      const stepUp = { places: [open], enrolled: true, request: { factor: 'required' } as const };
      expect(stepWhen({ ...stepUp, session: { ...session, hasFactor: true } })).toBe('code');
    });
  });
});
