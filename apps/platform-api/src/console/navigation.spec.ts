import { type Permission, permissionsOfRole } from '@governance/iam';
import { type EndpointGroup, endpointGroups } from '../endpoint-groups';
import { navigationOf, openSections, sectionAt, sections } from './navigation';

const live: ReadonlySet<EndpointGroup> = new Set(endpointGroups);
const permissions: ReadonlySet<Permission> = permissionsOfRole('account-admin');

describe('openSections', () => {
  it('are all for an administrator where every group is live', () => {
    expect(openSections({ live, permissions })).toEqual(sections);
  });

  it('leave out what is not live', () => {
    const some = new Set(['self.me', 'iam.members'] as const);
    expect(openSections({ live: some, permissions }).map(({ key }) => key)).toEqual(['members']);
  });

  it('leave out what the person may not read', () => {
    const keysFor = (held: Iterable<Permission>): string[] =>
      openSections({ live, permissions: new Set(held) }).map(({ key }) => key);
    expect(keysFor(permissionsOfRole('viewer'))).toEqual(
      expect.not.arrayContaining([
        'members',
        'invitations',
        'audit',
        'credentials',
        'trust-rules',
        'service-identities',
      ]),
    );
    expect(keysFor(permissionsOfRole('viewer'))).toEqual(
      expect.arrayContaining(['overview', 'profile', 'sessions']),
    );
    expect(keysFor(['org:members:read'])).toContain('members');
    expect(keysFor(['org:members:write'])).not.toContain('members');
  });
});

describe('navigationOf', () => {
  it('marks the section to which the page belongs', () => {
    const current = (page: string): unknown =>
      navigationOf(sections, { page }).flatMap(({ entries }) => entries.filter(({ isCurrent }) => isCurrent));
    const entry = [{ path: '/sessions', label: 'Sessions', isCurrent: true }];
    expect([current('sessions'), current('sessions-end'), current('problem')]).toEqual([entry, entry, []]);
  });

  it('has the open sections in groups, and no group without one', () => {
    const open = openSections({ live, permissions: permissionsOfRole('viewer') });
    const groups = navigationOf(open, { page: 'overview' }).map(({ title, entries }) => [
      title,
      entries.map(({ label }) => label),
    ]);
    expect(groups).toEqual([
      ['', ['Overview']],
      ['Organization', ['Connections']],
      ['You', ['Profile', 'Sessions']],
    ]);
  });
});

describe('sectionAt', () => {
  it.each([
    ['/console/members', 'members'],
    ['/console/members/user_1/role', 'members'],
    ['/console/service-identities', 'service-identities'],
    ['/console', undefined],
    ['/console/continue', undefined],
    ['/console/membership', undefined],
  ])('is for %s %s', (path, key) => {
    expect(sectionAt(path)?.key).toBe(key);
  });
});
