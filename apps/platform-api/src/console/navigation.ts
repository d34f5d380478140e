import { type EndpointGroup } from '../config';

/** A part of the console, with the group of the API that it shows. */
export interface Section {
  readonly key: string;
  /** Below the base of the console. */
  readonly path: string;
  readonly label: string;
  readonly group: EndpointGroup;
}

/** In the order of the navigation. */
export const sections: readonly Section[] = [
  { key: 'overview', path: '', label: 'Overview', group: 'console' },
  { key: 'credentials', path: '/credentials', label: 'Credentials', group: 'iam.m2m-credentials' },
  { key: 'members', path: '/members', label: 'Members', group: 'iam.members' },
  { key: 'invitations', path: '/invitations', label: 'Invitations', group: 'iam.org-invitations' },
  { key: 'results', path: '/results', label: 'Results', group: 'org.results' },
  { key: 'audit', path: '/audit', label: 'Audit', group: 'iam.audit' },
  { key: 'profile', path: '/profile', label: 'Profile', group: 'self.profile' },
  { key: 'sessions', path: '/sessions', label: 'Sessions', group: 'console' },
];

export interface NavigationEntry {
  readonly path: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** The sections whose group is live. The pages of a section have names that begin with its key. */
export function navigationOf(live: ReadonlySet<EndpointGroup>, page: string): NavigationEntry[] {
  return sections
    .filter(({ group }) => live.has(group))
    .map(({ key, path, label }) => ({ path, label, isCurrent: page === key || page.startsWith(`${key}-`) }));
}
