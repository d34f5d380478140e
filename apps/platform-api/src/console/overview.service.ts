import { type PlatformClient } from '@governance/client';
import { type ConsoleSession, type Permission } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { abilitiesOf } from './abilities';
import { ConsoleApi } from './console-api';
import { ConsolePermissions } from './console-permissions';
import { accountAt, ConsoleSettings } from './console-settings';
import { ifServed } from './if-served';
import { memberView, type MemberView } from './members/member-view';
import { dueResults, endingCredentials, invitationViews, roleOf } from './overview-view';
import { dueQuery } from './results/result-list';
import { soonMs } from './moments';

/** Of each kind of thing that needs attention: the lists have all. */
const mostShown = 10;

/** Who the person is, and what needs attention, as the API tells this person. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly api: ConsoleApi,
    private readonly clock: Clock,
    private readonly permissions: ConsolePermissions,
    private readonly settings: ConsoleSettings,
  ) {}

  async viewFor(session: ConsoleSession): Promise<object> {
    const client = this.api.clientOf(session);
    const held = await this.permissions.read(session);
    const permissions = [...held];
    const may = (permission: Permission): boolean => held.has(permission);
    const now = this.clock.now();
    const [ending, newest, invitations, due, unprotected] = await Promise.all([
      may('m2m:credentials:read') ? endingIn(client, now) : undefined,
      may('m2m:credentials:read') ? ifServed(newestCredential(client)) : undefined,
      may('org:invitations:read') ? pendingInvitations(client) : undefined,
      may('org:results:read') ? dueIn(client, now) : undefined,
      may('org:members:read') ? ifServed(unprotectedAdmins(client, session)) : undefined,
    ]);
    return {
      name: session.name,
      email: session.email,
      organization: newest?.credentials[0]?.org_id,
      role: roleOf(permissions),
      abilities: abilitiesOf(permissions),
      ending,
      invitations: invitations && invitationViews(invitations),
      unprotected,
      passkeysUrl: accountAt(this.settings),
      membersAt: this.membersAt,
      due,
      needsNothing: ![ending, invitations, due, unprotected].some(
        (list) => list !== undefined && list.length > 0,
      ),
    };
  }

  private get membersAt(): string | undefined {
    const { elsewhere, issuer } = this.settings;
    return elsewhere.has('iam.members') ? issuer : undefined;
  }
}

/** The API does not filter members. */
async function unprotectedAdmins(
  client: PlatformClient,
  { person }: ConsoleSession,
): Promise<readonly MemberView[]> {
  const found: MemberView[] = [];
  for await (const { members } of client.pages('/iam/members', { query: { limit: 200 } })) {
    const views = members.map((member) => memberView(member, person.subject));
    found.push(...views.filter(({ needsFactor }) => needsFactor));
  }
  return found;
}

async function endingIn(client: PlatformClient, now: Date): Promise<object[] | undefined> {
  const soon = new Date(now.getTime() + soonMs);
  const query = { expires_before: soon.toISOString(), limit: 200 };
  const page = await ifServed(client.get('/iam/m2m-credentials', { query }));
  return page && endingCredentials(page.credentials, now).slice(0, mostShown);
}

/** Any credential names the organization. */
function newestCredential(client: PlatformClient) {
  return client.get('/iam/m2m-credentials', { query: { limit: 1 } });
}

async function dueIn(client: PlatformClient, now: Date): Promise<object[] | undefined> {
  const query = { ...dueQuery(now), limit: mostShown };
  const page = await ifServed(client.get('/org/results', { query }));
  return page && dueResults(page.results, now);
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
