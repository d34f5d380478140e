import { type Permission } from '@governance/iam';
import { type EndpointGroup } from '../endpoint-groups';

/** A part of the console, with the group of the API that it shows. */
export interface Section {
  readonly key: string;
  /** Below the base of the console. */
  readonly path: string;
  readonly label: string;
  /** Of the group of the navigation. */
  readonly title: string;
  readonly group: EndpointGroup;
  /** That the API asks for to read it; undefined: none. */
  readonly permission?: Permission;
}

/** In the order of the navigation. */
export const sections: readonly Section[] = [
  { key: 'overview', path: '', label: 'Overview', title: '', group: 'console' },
  {
    key: 'members',
    path: '/members',
    label: 'Members',
    title: 'People',
    group: 'iam.members',
    permission: 'org:members:read',
  },
  {
    key: 'invitations',
    path: '/invitations',
    label: 'Invitations',
    title: 'People',
    group: 'iam.org-invitations',
    permission: 'org:invitations:read',
  },
  {
    key: 'credentials',
    path: '/credentials',
    label: 'Credentials',
    title: 'Machines',
    group: 'iam.m2m-credentials',
    permission: 'm2m:credentials:read',
  },
  {
    key: 'trust-rules',
    path: '/trust-rules',
    label: 'Trust rules',
    title: 'Machines',
    group: 'iam.trust-rules',
    permission: 'm2m:trust-rules:read',
  },
  {
    key: 'service-identities',
    path: '/service-identities',
    label: 'Service identities',
    title: 'Machines',
    group: 'iam.service-identities',
    permission: 'm2m:credentials:read',
  },
  {
    key: 'clients',
    path: '/clients',
    label: 'Clients',
    title: 'Clients',
    group: 'org.clients',
    permission: 'org:clients:read',
  },
  {
    key: 'campaigns',
    path: '/campaigns',
    label: 'Campaigns',
    title: 'Clients',
    group: 'org.campaigns',
    permission: 'org:clients:read',
  },
  {
    key: 'portfolio',
    path: '/portfolio',
    label: 'Portfolio',
    title: 'Clients',
    group: 'org.results',
    permission: 'org:results:read',
  },
  {
    key: 'results',
    path: '/results',
    label: 'Results',
    title: 'Clients',
    group: 'org.results',
    permission: 'org:results:read',
  },
  // The API lists them for every caller of the organization.
  {
    key: 'connections',
    path: '/connections',
    label: 'Connections',
    title: 'Organization',
    group: 'iam.connections',
  },
  {
    key: 'audit',
    path: '/audit',
    label: 'Audit',
    title: 'Organization',
    group: 'iam.audit',
    permission: 'org:audit:read',
  },
  {
    key: 'profile',
    path: '/profile',
    label: 'Profile',
    title: 'You',
    group: 'self.profile',
    permission: 'self:profile:read',
  },
  { key: 'sessions', path: '/sessions', label: 'Sessions', title: 'You', group: 'console' },
];

/** What this process serves, and what the person may do. */
export interface Access {
  readonly live: ReadonlySet<EndpointGroup>;
  readonly permissions: ReadonlySet<Permission>;
}

/** The sections that the person may read. */
export function openSections({ live, permissions }: Access): readonly Section[] {
  return sections.filter(
    ({ group, permission }) => live.has(group) && (permission === undefined || permissions.has(permission)),
  );
}

export interface NavigationGroup {
  /** Empty for an entry that needs none. */
  readonly title: string;
  /** The person's account at the provider. */
  readonly account: string | undefined;
  readonly entries: readonly {
    readonly path: string;
    readonly label: string;
    readonly isCurrent: boolean;
  }[];
}

/** The pages of a section have names that begin with its key. */
export function navigationOf(
  open: readonly Section[],
  { page, account }: { readonly page: string; readonly account?: string | undefined },
): NavigationGroup[] {
  const titles = [...new Set(open.map(({ title }) => title))];
  return titles.map((title) => {
    const entries = open
      .filter((section) => section.title === title)
      .map(({ key, path, label }) => ({
        path,
        label,
        isCurrent: page === key || page.startsWith(`${key}-`),
      }));
    // A group with the name of its entry needs no title.
    const isNamed = entries.some(({ label }) => label === title);
    return { title: isNamed ? '' : title, account: title === 'You' ? account : undefined, entries };
  });
}

/** The section of a page, by the path of its request; undefined for the overview and pages without a section. */
export function sectionAt(path: string): Section | undefined {
  return sections.find((section) => section.path !== '' && isBelow(path, `/console${section.path}`));
}

/** Whether writes of the page need a second factor by default (decisions 3). The overview leads to all of them. */
export function hasGatedForms(path: string): boolean {
  return path === '/console' || gated.some((base) => isBelow(path, `/console${base}`));
}

const gated = [
  '/credentials',
  '/trust-rules',
  '/service-identities',
  '/members',
  '/invitations',
  '/connections',
  '/domains',
];

function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}
