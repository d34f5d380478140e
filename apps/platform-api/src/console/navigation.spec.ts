import { type EndpointGroup } from '../config';
import { navigationOf, sectionAt } from './navigation';

describe('navigationOf', () => {
  const all: ReadonlySet<EndpointGroup> = new Set(['console', 'self.me'] as const);

  it('marks the section to which the page belongs', () => {
    expect(navigationOf(all, 'sessions').filter(({ isCurrent }) => isCurrent)).toEqual([
      { path: '/sessions', label: 'Sessions', isCurrent: true },
    ]);
    expect(navigationOf(all, 'sessions-end').find(({ isCurrent }) => isCurrent)?.label).toBe('Sessions');
    expect(navigationOf(all, 'problem').some(({ isCurrent }) => isCurrent)).toBe(false);
  });

  it('leaves out what is not live', () => {
    expect(navigationOf(new Set(['self.me'] as const), 'overview')).toEqual([]);
  });
});

describe('sectionAt', () => {
  it.each([
    ['/console/members', 'members'],
    ['/console/members/user_1/role', 'members'],
    ['/console', undefined],
    ['/console/continue', undefined],
    ['/console/membership', undefined],
  ])('is for %s %s', (path, key) => {
    expect(sectionAt(path)?.key).toBe(key);
  });
});
