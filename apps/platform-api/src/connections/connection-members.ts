import { type OrgCaller } from '@governance/auth-guards';
import {
  allMembers,
  type AuditEntry,
  type Connection,
  type ListedMember,
  MemberDirectory,
  TokenCutOffs,
} from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ManagedIssuer } from '../managed-issuer';

/** The members of the caller's organization who sign in with one of its connections. */
@Injectable()
export class ConnectionMembers {
  constructor(
    private readonly directory: MemberDirectory,
    private readonly cutOffs: TokenCutOffs,
    private readonly clock: Clock,
    private readonly managed: ManagedIssuer,
  ) {}

  /** Ends the tokens of the connection's members, whose issuer is the managed one. */
  async cutOff({ orgId }: OrgCaller, connection: Connection, audit?: AuditEntry): Promise<void> {
    const { issuer } = this.managed;
    const subjects: string[] = [];
    for await (const member of allMembers(this.directory, orgId))
      if (signsInWith(member, connection)) subjects.push(member.id);
    await this.cutOffs.removeAll({ issuer, orgId, subjects }, this.clock.now(), audit);
  }
}

/** An account with a password signs in with a connection of type `database`. */
function signsInWith({ connectionId }: ListedMember, { id, type }: Connection): boolean {
  return type === 'database' ? connectionId === undefined : connectionId === id;
}
