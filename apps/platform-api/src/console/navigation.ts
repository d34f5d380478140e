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

/** The section of a page, by the path of its request; undefined for the overview and pages without a section. */
export function sectionAt(path: string): Section | undefined {
  return sections.find((section) => section.path !== '' && isBelow(path, `/console${section.path}`));
}

function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}
