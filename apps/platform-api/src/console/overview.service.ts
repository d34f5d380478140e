import { type PlatformClient } from '@governance/client';
import { type ConsoleSession } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { abilitiesOf } from './abilities';
import { ConsoleApi } from './console-api';
import { ConsoleSettings } from './console-settings';
import { ifServed } from './if-served';
import {
  endingCredentials,
  type EndingCredential,
  invitationViews,
  type InvitationView,
  roleOf,
} from './overview-view';

export interface OverviewView {
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** The organization's id; undefined if the API does not tell it. */
  readonly organization: string | undefined;
  readonly role: string;
  readonly abilities: readonly string[];
  /** Undefined without the permission, or if the API does not serve them. */
  readonly ending: readonly EndingCredential[] | undefined;
  readonly invitations: readonly InvitationView[] | undefined;
  readonly needsNothing: boolean;
  /** The identity provider, if its administrators manage members and invitations there. */
  readonly membersAt: string | undefined;
}

/** Who the person is, and what needs attention, as the API tells this person. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly api: ConsoleApi,
    private readonly clock: Clock,
    private readonly settings: ConsoleSettings,
  ) {}

  async viewFor(session: ConsoleSession): Promise<OverviewView> {
    const client = this.api.clientOf(session);
    const { permissions } = await client.get('/self/me');
    const may = (permission: string): boolean => permissions.includes(permission);
    const [credentials, invitations] = await Promise.all([
      may('m2m:credentials:read') ? ifServed(client.get('/iam/m2m-credentials')) : undefined,
      may('org:invitations:read') ? pendingInvitations(client) : undefined,
    ]);
    const now = this.clock.now();
    const ending = credentials && endingCredentials(credentials.credentials, now);
    return {
      name: session.name,
      email: session.email,
      organization: credentials?.credentials[0]?.org_id,
      role: roleOf(permissions),
      abilities: abilitiesOf(permissions),
      ending,
      invitations: invitations && invitationViews(invitations),
      needsNothing: !ending?.length && !invitations?.length,
      membersAt: this.membersAt,
    };
  }

  private get membersAt(): string | undefined {
    const { elsewhere, issuer } = this.settings;
    return elsewhere.has('iam.members') ? issuer : undefined;
  }
}

type Invitations = Awaited<ReturnType<typeof invitationPage>>['invitations'];

/** Filtered pages may be empty before the last one. */
async function pendingInvitations(client: PlatformClient): Promise<Invitations | undefined> {
  const invitations: Invitations = [];
  let cursor: string | undefined;
  do {
    const page = await ifServed(invitationPage(client, cursor));
    if (page === undefined) return undefined;
    invitations.push(...page.invitations);
    cursor = page.next_cursor;
  } while (cursor !== undefined && invitations.length < 20);
  return invitations;
}

function invitationPage(client: PlatformClient, cursor: string | undefined) {
  const query = { status: 'pending' as const, limit: 200, ...(cursor !== undefined && { cursor }) };
  return client.get('/iam/org-invitations', { query });
}
