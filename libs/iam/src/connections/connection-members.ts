import { allMembers } from '../members/all-members';
import { type ListedMember, type MemberDirectory } from '../members/member-directory.port';
import { type TokenCutOffs } from '../members/token-cut-offs.port';
import { type Connection } from './connection-directory.port';

export interface ConnectionMembersParts {
  readonly directory: Pick<MemberDirectory, 'list' | 'find'>;
  readonly cutOffs: TokenCutOffs;
  /** The issuer of the members' tokens: that of the managed provider, which is not always the caller's. */
  readonly issuer: string;
  readonly now: () => Date;
}

/** The members of organizations who sign in with one connection. */
export class ConnectionMembers {
  constructor(private readonly parts: ConnectionMembersParts) {}

  async includes(orgId: string, subject: string, connection: Connection): Promise<boolean> {
    const member = await this.parts.directory.find(orgId, subject);
    return member !== undefined && signsInWith(member, connection);
  }

  /** Ends the tokens of the connection's members. Can be repeated. */
  async cutOff(orgId: string, connection: Connection): Promise<void> {
    const { directory, cutOffs, issuer, now } = this.parts;
    const subjects: string[] = [];
    for await (const member of allMembers(directory, orgId))
      if (signsInWith(member, connection)) subjects.push(member.id);
    await cutOffs.removeAll({ issuer, orgId, subjects }, now());
  }
}

/** An account with a password signs in with a connection of type `database`. */
function signsInWith({ connectionId }: ListedMember, { id, type }: Connection): boolean {
  return type === 'database' ? connectionId === undefined : connectionId === id;
}
