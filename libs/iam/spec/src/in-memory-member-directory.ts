import { type Member, MemberDirectory, MemberUnknown, type Role } from '../../src';
import { FaultyWire } from './faulty-wire';

/** Members in memory, by organization and id. Every call uses `wire`. */
export class InMemoryMemberDirectory extends MemberDirectory {
  readonly members = new Map<string, Map<string, Role>>();

  constructor(readonly wire = new FaultyWire(() => new Error('the provider is away'))) {
    super();
  }

  ofOrg(orgId: string): Promise<readonly Member[]> {
    return this.wire.call(() => Array.from(this.members.get(orgId) ?? [], ([id, role]) => ({ id, role })));
  }

  setRole(orgId: string, { id, role }: Member): Promise<void> {
    return this.wire.call(() => {
      const members = this.members.get(orgId);
      if (members?.has(id) !== true) throw new MemberUnknown();
      members.set(id, role);
    });
  }

  remove(orgId: string, memberId: string): Promise<void> {
    return this.wire.call(() => {
      this.members.get(orgId)?.delete(memberId);
    });
  }
}
