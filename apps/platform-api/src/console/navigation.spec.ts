import { type EndpointGroup } from '../config';
import { navigationOf } from './navigation';

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
