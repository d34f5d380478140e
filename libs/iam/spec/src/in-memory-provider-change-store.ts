import {
  type AuditEntry,
  IntentLost,
  isExclusive,
  type ProviderBeginning,
  type ProviderChange,
  type ProviderChangeBegun,
  type ProviderChangeOutcome,
  ProviderChangeStore,
  type ProviderIntent,
} from '../../src';
import { type FaultyWire } from './faulty-wire';

interface Row {
  readonly intent: ProviderIntent;
  readonly exclusiveTarget: string | undefined;
  readonly leaseUntil: Date;
}

/** Unrecorded changes in memory, with their audit events. Every call uses `wire`. */
export class InMemoryProviderChangeStore extends ProviderChangeStore {
  readonly rows = new Map<string, Row>();
  private leases = 0;

  constructor(
    private readonly wire: FaultyWire,
    readonly audit: AuditEntry[] = [],
  ) {
    super();
  }

  begin(change: ProviderChange, beginning: ProviderBeginning): Promise<ProviderChangeBegun> {
    return this.wire.call(() => {
      const { intentId: id, lease, now, leaseUntil, write } = beginning;
      const exclusiveTarget = isExclusive(change) ? write.target : undefined;
      const left = [...this.rows.values()].find(
        (row) =>
          exclusiveTarget !== undefined &&
          row.intent.orgId === write.orgId &&
          row.exclusiveTarget === exclusiveTarget,
      );
      if (left !== undefined) {
        if (left.leaseUntil > now) return { kind: 'busy' };
        return { kind: 'left', intent: this.take(left, leaseUntil) };
      }
      const intent = { id, lease, orgId: write.orgId, change, write };
      this.rows.set(id, { intent, exclusiveTarget, leaseUntil });
      return { kind: 'begun' };
    });
  }

  finish(intent: ProviderIntent, { at, outcome, reason }: ProviderChangeOutcome): Promise<void> {
    return this.wire.call(() => {
      if (!this.holds(intent)) throw new IntentLost();
      this.rows.delete(intent.id);
      this.audit.push({ ...intent.write, at, outcome, reason });
    });
  }

  drop(intent: ProviderIntent): Promise<void> {
    return this.wire.call(() => {
      if (this.holds(intent)) this.rows.delete(intent.id);
    });
  }

  giveUp(intent: ProviderIntent, now: Date): Promise<void> {
    return this.wire.call(() => {
      const row = this.rows.get(intent.id);
      if (row !== undefined && this.holds(intent)) this.rows.set(intent.id, { ...row, leaseUntil: now });
    });
  }

  claimUnfinished({
    now,
    leaseUntil,
  }: {
    readonly now: Date;
    readonly leaseUntil: Date;
  }): Promise<ProviderIntent | undefined> {
    return this.wire.call(() => {
      const due = [...this.rows.values()].filter((row) => row.leaseUntil <= now);
      const [oldest] = due.toSorted((one, other) => one.leaseUntil.getTime() - other.leaseUntil.getTime());
      return oldest && this.take(oldest, leaseUntil);
    });
  }

  private holds({ id, lease }: ProviderIntent): boolean {
    return this.rows.get(id)?.intent.lease === lease;
  }

  private take(row: Row, leaseUntil: Date): ProviderIntent {
    const intent = { ...row.intent, lease: this.newLease() };
    this.rows.set(intent.id, { ...row, intent, leaseUntil });
    return intent;
  }

  private newLease(): string {
    this.leases += 1;
    return `lease-${this.leases}`;
  }
}
