import { problemOf } from '@governance/http';
import { type FoundMembership } from '../organizations/memberships.store';
import { type User } from '../people/users.store';
import { SecondFactorResetsService } from './second-factor-resets.service';

const user: User = {
  id: 'user_1',
  email: 'ada@acme.example',
  emailVerified: true,
  name: 'Ada',
  createdAt: new Date(0),
};
const dueAt = new Date('2026-11-21T12:00:00.000Z');

describe('SecondFactorResetsService', () => {
  let state: { isMember: boolean; user: User; app: boolean; tellsOwner: boolean };
  let requested: string[];
  let cancelled: unknown[];
  beforeEach(() => {
    state = { isMember: true, user, app: true, tellsOwner: true };
    [requested, cancelled] = [[], []];
  });

  const service = (): SecondFactorResetsService =>
    new SecondFactorResetsService({
      memberships: {
        find: () => Promise.resolve(state.isMember ? ({ userId: 'user_1' } as FoundMembership) : undefined),
      },
      users: { find: () => Promise.resolve(state.user) },
      secondFactors: { of: () => Promise.resolve({ app: state.app, passkeyHosts: [] }) },
      resets: {
        request: ({ id }) => {
          requested.push(id);
          return Promise.resolve(dueAt);
        },
        cancel: ({ id }, options) => {
          cancelled.push([id, options]);
          return Promise.resolve(true);
        },
      },
      tellsOwner: state.tellsOwner,
    });

  it('requests a reset, and cancels it for an administrator', async () => {
    expect(await service().request('org_acme', 'user_1')).toEqual(dueAt);
    await service().cancel('org_acme', 'user_1');
    expect([requested, cancelled]).toEqual([['user_1'], [['user_1', { isByOwner: false }]]]);
  });

  it.each([
    ['a user of another organization', { isMember: false }, 'not_found'],
    ['a member without a second factor', { app: false }, 'conflict'],
    ['a member whose address is not verified', { user: { ...user, emailVerified: false } }, 'conflict'],
    ['a provider without mail', { tellsOwner: false }, 'conflict'],
  ])('requests nothing for %s', async (_who, change, kind) => {
    state = { ...state, ...change };
    const error: unknown = await service()
      .request('org_acme', 'user_1')
      .catch((thrown: unknown) => thrown);
    expect([problemOf(error).kind, requested]).toEqual([kind, []]);
  });
});
