import {
  type Admission,
  type BudgetScope,
  type BudgetWait,
  type ClaimedDelivery,
  type EmailBudget,
  LeaseLost,
  longestWait,
} from '@governance/deliveries';
import { lockOfTransaction } from '@governance/advisory-locks';
import { type Keyring } from '@governance/keyring';
import { domainMacs, recipientMacs } from './address-macs';
import { type Database, type PreparedStatement, type RunStatement } from './database';
import { limitingTurns } from './limiting-turns';

/** One delivery at a time is weighed against the budgets. */
const lockAdmissions = { name: 'lock-admissions', text: lockOfTransaction('certificate-admissions') };

const admitDelivery = {
  name: 'admit-delivery',
  text: `
    UPDATE deliveries SET admitted_at = $2, recipient_mac = $3, domain_mac = $4, waiting_for = NULL WHERE id = $1`,
};

const letWait = {
  name: 'let-delivery-wait',
  text: `
    UPDATE deliveries
    SET waiting_since = coalesce(waiting_since, $2), recipient_mac = $3, domain_mac = $4, waiting_for = $5,
      available_at = $6, attempts = attempts - 1, lease = NULL
    WHERE id = $1`,
};

const waitingTwin = {
  name: 'waiting-twin',
  text: `
    SELECT id, available_at FROM deliveries
    WHERE result_id = $1 AND recipient_mac = ANY($2) AND id <> $3 AND waiting_for IS NOT NULL AND state = 'queued'`,
};

const mergeDelivery = {
  name: 'merge-delivery',
  text: `UPDATE deliveries SET state = 'merged', waiting_for = NULL, lease = NULL WHERE id = $1`,
};

interface Candidate {
  readonly client_mac: Buffer | null;
  readonly turns: readonly (Date | null)[];
}

interface Twin {
  readonly id: string;
  readonly available_at: Date;
}

interface Hashes {
  readonly recipients: readonly Buffer[];
  readonly domains: readonly Buffer[];
}

interface Held {
  readonly now: Date;
  readonly wait: BudgetWait;
  readonly hashes: Hashes;
  readonly clientMac: Buffer | null;
}

/**
 * Weighs deliveries against the email budgets (ADR 6), one at a time: an advisory lock keeps two workers from taking
 * the same room. Whoever finds no room is given a turn behind those that wait for the same budget, so that each of them
 * wakes once and not with every free place.
 */
export class EmailAdmission {
  private readonly limitingTurns: PreparedStatement;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly budgets: readonly EmailBudget[],
  ) {
    this.limitingTurns = limitingTurns(budgets);
  }

  async admit(claim: ClaimedDelivery, now: Date): Promise<Admission> {
    const hashes = {
      recipients: recipientMacs(this.keyring, claim.recipient),
      domains: domainMacs(this.keyring, claim.recipient),
    };
    return this.database.inTransaction(async (query) => {
      await query(lockAdmissions);
      const candidate = await this.candidateOf(query, claim, { now, ...hashes });
      const uses = this.budgets.map((budget, index) => ({
        budget,
        limitingTurn: candidate.turns[index] ?? undefined,
      }));
      const wait = longestWait(uses, now);
      if (wait) return this.hold(query, claim, { now, wait, hashes, clientMac: candidate.client_mac });
      await query(admitDelivery, [claim.id, now, hashes.recipients[0], hashes.domains[0]]);
      return 'admitted';
    });
  }

  private async candidateOf(
    query: RunStatement,
    { id, lease }: ClaimedDelivery,
    { now, recipients, domains }: Hashes & { readonly now: Date },
  ): Promise<Candidate> {
    const values = [id, lease, now, recipients, domains];
    const { rows } = await query<Candidate>(this.limitingTurns, values);
    const [candidate] = rows;
    if (!candidate) throw new LeaseLost();
    return candidate;
  }

  /** Of two that would bring the same certificate to the same recipient, the one with the later turn is merged into the other. */
  private async hold(
    query: RunStatement,
    claim: ClaimedDelivery,
    { now, wait, hashes, clientMac }: Held,
  ): Promise<Admission> {
    const { recipients, domains } = hashes;
    const { id } = claim;
    const twins = await waitingTwins(query, claim, recipients);
    if (twins.some(({ available_at: turn }) => turn <= wait.until)) {
      await query(mergeDelivery, [id]);
      return 'merged';
    }
    for (const twin of twins) await query(mergeDelivery, [twin.id]);
    const lists: Record<BudgetScope, Buffer | null | undefined> = {
      recipient: recipients[0],
      domain: domains[0],
      client: clientMac,
      certificate: claim.kind === 'invitation' ? null : Buffer.from(claim.resultId),
      total: Buffer.from('total'),
    };
    await query(letWait, [id, now, recipients[0], domains[0], lists[wait.scope], wait.until]);
    return 'waiting';
  }
}

/** An invitation has none: of those to one address an organization has one that waits. */
async function waitingTwins(
  query: RunStatement,
  claim: ClaimedDelivery,
  recipients: readonly Buffer[],
): Promise<readonly Twin[]> {
  if (claim.kind === 'invitation') return [];
  return (await query<Twin>(waitingTwin, [claim.resultId, recipients, claim.id])).rows;
}
