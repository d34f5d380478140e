import {
  type CertificateDelivery,
  type DeliveryKind,
  type DomainProofDelivery,
  mergedForRoom,
  type ReminderDelivery,
} from '@governance/deliveries';
import { type RunStatement } from '@governance/postgres';
import { waitingColumns, type WaitingRow } from '../deliveries/delivery-row';

/** A condition on deliveries: the certificates that wait for one of the recipients with these hashes. */
export function isWaitingFor(macs: string): string {
  return `recipient_mac = ANY(${macs}) AND waiting_for IS NOT NULL AND state = 'queued' AND kind <> 'invitation'`;
}

/** At most as many rows as may wait for one recipient. */
const selectLine = {
  name: 'waiting-certificates-of-recipient',
  text: `
    SELECT ${waitingColumns} FROM deliveries
    WHERE ${isWaitingFor('$1')} AND id <> $2
    ORDER BY available_at, created_at`,
};

const mergeDeliveries = {
  name: 'merge-deliveries',
  text: `UPDATE deliveries SET state = 'merged', waiting_for = NULL, lease = NULL WHERE id = ANY($1)`,
};

/** When a delivery is weighed again, and what it waits for. */
export interface Place {
  readonly turn: Date;
  readonly waitingFor: Buffer | null;
}

export interface Seeking {
  /** The place given by the budgets. */
  readonly own: Place;
  /** The hashes of the recipient, of every key version. */
  readonly recipients: readonly Buffer[];
  readonly clientMac: Buffer | null;
}

/** The certificates waiting for one recipient, within the transaction that weighs one more. */
export class WaitingCertificates {
  constructor(private readonly most: number) {}

  /** Undefined when the delivery was merged into those that wait. */
  async placeFor(
    query: RunStatement,
    { id, resultId, kind }: CertificateDelivery | DomainProofDelivery | ReminderDelivery,
    { own, recipients, clientMac }: Seeking,
  ): Promise<Place | undefined> {
    const { rows } = await query<WaitingRow>(selectLine, [recipients, id]);
    const isTwin = (row: WaitingRow): boolean =>
      row.result_id === resultId && contentOf(row.kind) === contentOf(kind);
    const twins = rows.filter(isTwin);
    const others = rows.filter((row) => !isTwin(row));
    // Of two with the same certificate and recipient, the one with the earlier turn stays.
    if (twins.some((twin) => twin.available_at <= own.turn)) return this.merge(query, [id]);
    await this.merge(
      query,
      twins.map((twin) => twin.id),
    );
    const line = others.map((row) => ({
      id: row.id,
      client: clientOf(row.client_mac),
      turn: row.available_at,
    }));
    const merged = mergedForRoom([...line, { id, client: clientOf(clientMac), turn: own.turn }], this.most);
    if (!merged) return own;
    await this.merge(query, [merged.id]);
    const freed = others.find((row) => row.id === merged.id);
    return freed && earlierOf(own, { turn: freed.available_at, waitingFor: freed.waiting_for });
  }

  private async merge(query: RunStatement, ids: readonly string[]): Promise<undefined> {
    if (ids.length > 0) await query(mergeDeliveries, [ids]);
  }
}

/** A certificate says the same again when it is resent; a mail about a domain and a reminder say something else. */
function contentOf(kind: DeliveryKind): DeliveryKind {
  return kind === 'resend' ? 'completion' : kind;
}

function clientOf(mac: Buffer | null): string | undefined {
  return mac?.toString('hex');
}

function earlierOf(own: Place, freed: Place): Place {
  return freed.turn < own.turn ? freed : own;
}
