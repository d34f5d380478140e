import { type ProviderPart } from '@governance/identity-provider-client';

/**
 * The endpoint groups that can be live or not (spec 1.5), with what each needs the platform to manage at the identity
 * provider. The others do not call it.
 */
const partOfGroup = {
  'self.me': undefined,
  'self.profile': undefined,
  'iam.m2m-credentials': 'clients',
  'iam.trust-rules': 'trust-rules',
  'iam.service-identities': undefined,
  'iam.org-invitations': 'invitations',
  'iam.connections': 'connections',
  'iam.members': 'members',
  'iam.audit': undefined,
  'org.clients': undefined,
  'org.campaigns': 'connections',
  'org.results': undefined,
  console: undefined,
} as const satisfies Readonly<Record<string, ProviderPart | undefined>>;

export type EndpointGroup = keyof typeof partOfGroup;

export const endpointGroups = Object.keys(partOfGroup) as EndpointGroup[];

export function providerPartOf(group: EndpointGroup): ProviderPart | undefined {
  return partOfGroup[group];
}

/** The first of the groups that calls the management API of the identity provider. */
export function managingGroup(groups: Iterable<EndpointGroup>): EndpointGroup | undefined {
  return [...groups].find((group) => partOfGroup[group] !== undefined);
}

interface GivenGroups {
  readonly PLATFORM_LIVE?: readonly EndpointGroup[] | undefined;
  readonly ENVIRONMENT?: string;
}

/** The live endpoint groups. Outside development a release is a decision: no group is live by default. */
export function liveGroupsOf({
  PLATFORM_LIVE: chosen,
  ENVIRONMENT: kind,
}: GivenGroups): ReadonlySet<EndpointGroup> {
  return new Set(chosen ?? (kind === 'development' ? endpointGroups : []));
}

/** Whether a live group needs the management API of the identity provider. */
export function managesProvider(settings: GivenGroups): boolean {
  return managingGroup(liveGroupsOf(settings)) !== undefined;
}
