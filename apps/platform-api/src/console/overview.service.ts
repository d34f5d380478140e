import { type ConsoleSession, type Permission } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { auditRow } from './audit/audit-view';
import { ConsoleApi } from './console-api';
import { ConsolePermissions } from './console-permissions';
import { ConsoleSettings, passkeysAt } from './console-settings';
import { memberView } from './members/member-view';
import { noMembers, OverviewReads, type ReadMembers } from './overview-reads';
import { dueResults, endingCredentials, failedConnections, invitationViews } from './overview-view';

/** Of each kind of thing that needs attention: the lists have all. */
const mostShown = 10;

/** What needs the person, and what has changed, as the API tells this person. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly api: ConsoleApi,
    private readonly clock: Clock,
    private readonly permissions: ConsolePermissions,
    private readonly settings: ConsoleSettings,
  ) {}

  async viewFor(session: ConsoleSession): Promise<object> {
    const held = await this.permissions.read(session);
    const now = this.clock.now();
    const you = { subject: session.person.subject, name: session.name };
    const reads = new OverviewReads(this.api.clientOf(session), now, you);
    const when = <Found>(permission: Permission, read: () => Promise<Found>): Promise<Found> | undefined =>
      held.has(permission) ? read() : undefined;
    const people = when('org:members:read', () => reads.members());
    const [ending, invitations, due, { members, hasMore } = noMembers, trail] = await Promise.all([
      when('m2m:credentials:read', () => reads.endingCredentials()),
      when('org:invitations:read', () => reads.pendingInvitations()),
      when('org:results:read', () => reads.dueResults()),
      people,
      when('org:audit:read', () => reads.trail(people)),
    ]);
    const attention = {
      ...membersToLookAt(members, session),
      ending: endingCredentials(ending ?? [], now).slice(0, mostShown),
      failed: trail ? failedConnections(trail.tests, trail.connections) : [],
      refused: trail?.refused.map((event) => auditRow(event, trail.names)) ?? [],
      invitations: invitationViews(invitations ?? [], now).slice(0, mostShown),
      due: dueResults(due ?? [], now),
    };
    return {
      ...attention,
      needsNothing: Object.values(attention).every((list) => list.length === 0),
      changes: trail?.changes.map((event) => auditRow(event, trail.names)),
      hasMoreMembers: hasMore,
      hasNoRole: held.size === 0,
      passkeysUrl: passkeysAt(this.settings),
      membersAt: this.membersAt,
    };
  }

  private get membersAt(): string | undefined {
    const { elsewhere, issuer } = this.settings;
    return elsewhere.has('iam.members') ? issuer : undefined;
  }
}

function membersToLookAt(members: ReadMembers['members'], { person }: ConsoleSession) {
  const views = members.map((member) => memberView(member, person.subject));
  return {
    failures: views.filter(({ needsLook }) => needsLook).slice(0, mostShown),
    unprotected: views.filter(({ needsFactor }) => needsFactor),
  };
}
