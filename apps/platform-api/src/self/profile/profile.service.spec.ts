import {
  type AuditContext,
  type Caller,
  emptyProfile,
  type Profile,
  type ProfileKey,
  ProfileStore,
  type ProfileUpdate,
} from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import { FixedClock } from '@governance/testing';
import { ProfileResponse } from './profile.dto';
import { ProfileService } from './profile.service';

const noon = new Date('2026-11-20T12:00:00.000Z');

class OneProfile extends ProfileStore {
  readonly keys: ProfileKey[] = [];
  readonly updates: ProfileUpdate[] = [];

  find(key: ProfileKey): Promise<Profile> {
    this.keys.push(key);
    return Promise.resolve(emptyProfile);
  }

  update(_key: ProfileKey, update: ProfileUpdate): Promise<Profile> {
    this.updates.push(update);
    return Promise.resolve({ ...emptyProfile, displayName: 'Ada', updatedAt: update.now });
  }
}

const common = {
  issuer: 'https://identity.example.org',
  subject: 'usr_1',
  orgId: undefined,
  scope: '',
  permissions: new Set<never>(),
  email: 'viewer@example.com',
  name: 'Viewer',
  roles: [],
};
const person: Caller = {
  ...common,
  kind: 'person',
  clientId: 'console',
  emailVerified: true,
  stepUp: { mfaAt: undefined, mfaMaxAge: undefined },
};
const write: AuditContext = {
  actor: { kind: 'person', issuer: common.issuer, subject: 'usr_1', clientId: 'console' },
  orgId: undefined,
  operation: 'self-profile:update',
  target: undefined,
  requestId: 'request-1',
  secondFactorAgeSeconds: undefined,
};

describe('a profile', () => {
  let store: OneProfile;
  let profiles: ProfileService;
  beforeEach(() => {
    store = new OneProfile();
    profiles = new ProfileService(store, new FixedClock(noon));
  });

  it('combines the claims of the token and the user’s own values, with null for missing ones', async () => {
    expect(new ProfileResponse(await profiles.find(person))).toEqual({
      sub: 'usr_1',
      email: 'viewer@example.com',
      email_verified: true,
      name: 'Viewer',
      display_name: null,
      phone_number: null,
      marketing_opt_in: false,
      updated_at: null,
    });
    expect(store.keys).toMatchObject([{ issuer: common.issuer, subject: 'usr_1' }]);
  });

  it('is changed with the current time and the name of its user', async () => {
    const changed = await profiles.update(person, { change: { displayName: ' Ada ' }, write });
    expect(store.updates).toEqual([{ change: { displayName: 'Ada' }, now: noon, audit: write }]);
    expect(new ProfileResponse(changed)).toMatchObject({
      display_name: 'Ada',
      updated_at: noon.toISOString(),
    });
  });

  it('is not changed by a request that breaks a rule', async () => {
    await expect(profiles.update(person, { change: { displayName: '' }, write })).rejects.toThrow(
      new RuleViolation('display_name must have 1 to 100 characters'),
    );
    expect(store.updates).toEqual([]);
  });

  it('does not exist for a machine', async () => {
    const machine: Caller = { ...common, kind: 'machine', clientId: 'usr_1' };
    await expect(profiles.find(machine)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(profiles.update(machine, { change: {}, write })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});
