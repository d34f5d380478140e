import {
  type AccountEvent,
  type FoundMember,
  LastAccountAdmin,
  type ListedMember,
  type ListPage,
  type Member,
  MemberDirectory,
  MemberUnknown,
  secondFactorResetDelayMs,
  SecondFactorResetRefused,
  type SessionEnd,
} from '../../src';
import { FaultyWire } from './faulty-wire';

/** Members in memory. Every call uses `wire`. Every account-admin counts as able to sign in. */
export class InMemoryMemberDirectory extends MemberDirectory {
  /** Sessions that have ended and are not forgotten, by id. */
  readonly ended = new Map<string, SessionEnd>();
  /** Changes of accounts that are not forgotten, by id. */
  readonly events = new Map<string, AccountEvent>();
  private readonly organizations = new Map<string, Map<string, ListedMember>>();

  constructor(readonly wire = new FaultyWire(() => new Error('the provider is away'))) {
    super();
  }

  /** Adds or replaces a member, without a call. */
  put(orgId: string, member: Member & Partial<ListedMember>): void {
    const members = this.of(orgId);
    const createdAt = members.get(member.id)?.createdAt ?? new Date(1_763_640_000_000 + members.size);
    const unknown = {
      email: undefined,
      name: undefined,
      connectionId: undefined,
      hasSecondFactor: undefined,
    };
    members.set(member.id, { ...unknown, createdAt, ...member });
    this.organizations.set(orgId, members);
  }

  /** All members, newest first, without a call. */
  all(orgId: string): ListedMember[] {
    return [...this.of(orgId).values()].toSorted(
      (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
    );
  }

  list(orgId: string, { limit, after }: ListPage): Promise<readonly ListedMember[]> {
    return this.wire.call(() => {
      const members = this.all(orgId);
      const start = after === undefined ? 0 : members.findIndex((member) => isAfter(member, after));
      return start < 0 ? [] : members.slice(start, start + limit);
    });
  }

  find(orgId: string, memberId: string): Promise<FoundMember | undefined> {
    return this.wire.call(() => {
      const member = this.of(orgId).get(memberId);
      return member && { ...member, isLastAdmin: this.isLastAdmin(orgId, memberId) };
    });
  }

  setRole(orgId: string, { id, role }: Member): Promise<void> {
    return this.wire.call(() => {
      const member = this.of(orgId).get(id);
      if (member === undefined) throw new MemberUnknown();
      if (role !== 'account-admin' && this.isLastAdmin(orgId, id)) throw new LastAccountAdmin();
      this.put(orgId, { ...member, role });
    });
  }

  remove(orgId: string, memberId: string): Promise<void> {
    return this.wire.call(() => {
      if (this.isLastAdmin(orgId, memberId)) throw new LastAccountAdmin();
      this.of(orgId).delete(memberId);
    });
  }

  requestSecondFactorReset(orgId: string, memberId: string): Promise<Date> {
    return this.wire.call(() => {
      const member = this.of(orgId).get(memberId);
      if (member === undefined) throw new MemberUnknown();
      if (member.hasSecondFactor === false) throw new SecondFactorResetRefused();
      const secondFactorResetAt =
        member.secondFactorResetAt ?? new Date(Date.now() + secondFactorResetDelayMs);
      this.put(orgId, { ...member, secondFactorResetAt });
      return secondFactorResetAt;
    });
  }

  cancelSecondFactorReset(orgId: string, memberId: string): Promise<void> {
    return this.wire.call(() => {
      const member = this.of(orgId).get(memberId);
      if (member === undefined) throw new MemberUnknown();
      this.put(orgId, { ...member, secondFactorResetAt: undefined });
    });
  }

  accountEvents(): Promise<readonly AccountEvent[]> {
    return this.wire.call(() => [...this.events.values()]);
  }

  forgetAccountEvent(id: string): Promise<void> {
    return this.wire.call(() => void this.events.delete(id));
  }

  /** Without the wire, like `forgetSessionEnd`: requests ask before every write. */
  sessionEnds(): Promise<readonly SessionEnd[]> {
    return Promise.resolve([...this.ended.values()]);
  }

  forgetSessionEnd(id: string): Promise<void> {
    this.ended.delete(id);
    return Promise.resolve();
  }

  private isLastAdmin(orgId: string, memberId: string): boolean {
    const admins = [...this.of(orgId).values()].filter(({ role }) => role === 'account-admin');
    return admins.length === 1 && admins[0]?.id === memberId;
  }

  private of(orgId: string): Map<string, ListedMember> {
    return this.organizations.get(orgId) ?? new Map<string, ListedMember>();
  }
}

function isAfter(member: ListedMember, after: NonNullable<ListPage['after']>): boolean {
  const difference = after.createdAt.getTime() - member.createdAt.getTime();
  return difference > 0 || (difference === 0 && member.id < after.id);
}
