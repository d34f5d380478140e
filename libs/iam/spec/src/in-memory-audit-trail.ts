import { StoreUnavailable } from '@governance/kernel';
import { type AuditEntry, AuditTrail } from '../../src';

/** The audit trail in memory. */
export class InMemoryAuditTrail extends AuditTrail {
  isDown = false;

  constructor(readonly entries: AuditEntry[] = []) {
    super();
  }

  append(entry: AuditEntry, { once = false } = {}): Promise<void> {
    if (this.isDown) return Promise.reject(new StoreUnavailable());
    const isKnown = this.entries.some(({ requestId }) => requestId === entry.requestId);
    if (!once || !isKnown) this.entries.push(entry);
    return Promise.resolve();
  }
}
