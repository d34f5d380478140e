import { given } from '@governance/testing';
import {
  type Admission,
  type ClaimedDelivery,
  defaultInvitationLimits,
  invitationBudgets,
  type InvitationLimits,
} from '@governance/deliveries';
import { randomUUID } from 'node:crypto';
import { rowsSeen } from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { invitationOf, partsOf } from '../../spec/invitation-fixtures';
import { claimNext } from '../deliveries/claim-next';
import { limitingTurns } from '../limits/limiting-turns';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresResultStore } from '../results/postgres-result.store';
import { PostgresInvitationStore } from './postgres-invitation.store';

const hourMs = 3_600_000;
const victim = 'victim@example.com';

describe('the invitation budgets', () => {
  const stores = given(openTestStores);
  let queue: PostgresDeliveryQueue;

  beforeEach(() => {
    queue = queueWith({});
  });
  afterEach(() => stores.sql('TRUNCATE deliveries, survey_results, invitations CASCADE'));
  afterAll(() => stores.close());

  function queueWith(limits: Partial<InvitationLimits>): PostgresDeliveryQueue {
    return new PostgresDeliveryQueue(stores.database, stores.keyring, {
      work: 'invitations',
      budgets: invitationBudgets({ ...defaultInvitationLimits, ...limits }),
    });
  }

  async function invite(orgId: string, email: string, at = noon): Promise<string> {
    const [invitation, deliveryId] = [invitationOf({ orgId, email, createdAt: at }), randomUUID()];
    const store = new PostgresInvitationStore(stores.database, stores.keyring);
    await store.forOrg(orgId).create(invitation, partsOf(invitation, { deliveryId }));
    return deliveryId;
  }

  async function claim(now = noon, from = queue): Promise<ClaimedDelivery | undefined> {
    return from.claim({ now, leaseUntil: new Date(now.getTime() + 20_000) });
  }

  let moment = 0;

  /** Invites, and returns the admission of the mail when a worker claims it at once. */
  async function admissionOf(orgId: string, email: string, at = laterBy((moment += 1))): Promise<Admission> {
    const id = await invite(orgId, email, at);
    const due = await claim(at);
    if (due?.id !== id) throw new Error('another delivery was due');
    const admission = await queue.admit(due, at);
    if (admission === 'admitted') await queue.complete(due, at);
    return admission;
  }

  async function submitted(count: number): Promise<void> {
    const results = new PostgresResultStore(stores.database, stores.keyring);
    const certificates = new PostgresDeliveryQueue(stores.database, stores.keyring);
    for (let index = 0; index < count; index += 1) {
      const submission = {
        submitterEmail: victim,
        deliveryId: randomUUID(),
        clientAddress: `192.0.2.${index}`,
      };
      await results.create(resultOf({ createdAt: laterBy(index) }), submission);
    }
    for (
      let due = await claim(laterBy(count), certificates);
      due;
      due = await claim(laterBy(count), certificates)
    )
      await certificates.admit(due, laterBy(count));
    await certificates.close();
  }

  it('admit an invitation at once to a recipient flooded with certificates', async () => {
    await submitted(80);
    expect(await admissionOf('acme', victim, laterBy(hourMs))).toBe('admitted');
  });

  it('are separate from the certificate budgets', async () => {
    for (const orgId of ['acme', 'globex', 'initech']) {
      expect(await admissionOf(orgId, victim)).toBe('admitted');
    }
    await submitted(3);
    const admitted = await stores.sql(
      `SELECT id FROM deliveries WHERE kind = 'completion' AND admitted_at IS NOT NULL`,
    );
    expect(admitted).toHaveLength(3);
  });

  it('admit three an hour and five a day per organization and recipient', async () => {
    const hours = [0, 0, 0, 0, 1, 1, 1, 24];
    const admissions = [];
    for (const [index, hour] of hours.entries()) {
      admissions.push(await admissionOf('mallory', victim, laterBy(hour * hourMs + index)));
    }
    // The next invitation replaces a waiting one and waits for the same time.
    expect(admissions.join(' ')).toBe(
      'admitted admitted admitted waiting admitted admitted waiting admitted',
    );
    expect(await admissionOf('acme', victim, laterBy(hourMs + 100))).toBe('admitted');
  });

  it('limit the invitations an hour of each organization', async () => {
    queue = queueWith({ organizationPerHour: 2 });
    for (const expected of ['admitted', 'admitted', 'waiting', 'waiting']) {
      expect(await admissionOf('mallory', `${randomUUID()}@example.com`)).toBe(expected);
    }
    expect(await admissionOf('acme', 'colleague@example.com')).toBe('admitted');
    const turns = await stores.sql(`SELECT available_at FROM deliveries WHERE waiting_for IS NOT NULL`);
    const [room] = await stores.sql('SELECT min(admitted_at) AS at FROM deliveries');
    const hourLater = (turn: Record<string, unknown>): number =>
      (turn.available_at as Date).getTime() - hourMs;
    expect(turns.map(hourLater).toSorted()[0]).toBe((room?.at as Date).getTime());
  });

  it('cancel an invitation that would wait beyond its expiry, and record it in the audit trail', async () => {
    queue = queueWith({ organizationPerDay: 1 });
    const admissions = [];
    for (let count = 0; count < 10; count += 1) {
      admissions.push(await admissionOf('mallory', `${randomUUID()}@example.com`));
    }
    expect(admissions.filter((admission) => admission === 'waiting')).toHaveLength(7);
    expect(admissions.slice(-2)).toEqual(['cancelled', 'cancelled']);
    const reasons = await rowsSeen(
      stores.testDatabase.url,
      `SELECT reason FROM audit_trail WHERE operation = 'org-invitations:deliver' AND outcome = 'abandoned'
         AND reason = 'InvitationBudget'`,
      { scope: 'operator' },
    );
    expect(reasons).toHaveLength(2);
  });

  it('admit the first invitation of each organization to a recipient invited by many others', async () => {
    queue = queueWith({ mailboxPerDay: 3 });
    for (const expected of ['admitted', 'admitted']) {
      expect(await admissionOf('mallory', victim)).toBe(expected);
    }
    expect(await admissionOf('eve', victim)).toBe('admitted');
    expect(await admissionOf('eve', victim)).toBe('waiting');
    expect(await admissionOf('acme', victim)).toBe('admitted');
    expect(await admissionOf('acme', victim)).toBe('waiting');
    expect(await admissionOf('acme', 'colleague@example.com')).toBe('admitted');
  });

  it('apply to an organization and recipient in every spelling', async () => {
    for (const email of ['victim@example.com', 'Victim+1@Example.com']) {
      expect(await admissionOf('mallory', email)).toBe('admitted');
    }
    const before = await stores.sql('SELECT DISTINCT organization_mac FROM deliveries');
    expect(before).toHaveLength(1);
    expect(before[0]?.organization_mac).toHaveLength(32);
    expect(await admissionOf('mallory', victim)).toBe('admitted');
    expect(await admissionOf('mallory', 'VICTIM@example.com')).toBe('waiting');
  });

  it('do not delay deliveries queued by an older release without an organization', async () => {
    queue = queueWith({ organizationPerHour: 1, inviteePerHour: 1 });
    for (const orgId of ['acme', 'globex']) {
      await invite(orgId, victim);
      await stores.sql('UPDATE deliveries SET organization_mac = NULL');
      const due = await claim();
      expect(due && (await queue.admit(due, noon))).toBe('admitted');
    }
  });

  it('do not let an organization that has invited thousands delay another', async () => {
    for (let index = 0; index < 200; index += 1) await invite('mallory', `staff-${index}@example.net`);
    const honest = await invite('acme', 'colleague@example.com', laterBy(1));
    let claims = 1;
    while ((await claim(laterBy(1)))?.id !== honest) claims += 1;
    // Random choice between two: fifty claims are practically impossible.
    expect(claims).toBeLessThan(50);
  });

  it('leave nothing due unclaimed, and start with the oldest of an organization', async () => {
    const ids: Record<string, string[]> = { acme: [], globex: [] };
    for (let index = 0; index < 6; index += 1) {
      const orgId = index % 2 === 0 ? 'acme' : 'globex';
      ids[orgId]?.push(await invite(orgId, `person-${index}@example.com`, laterBy(index)));
    }
    const claimed: string[] = [];
    for (let due = await claim(laterBy(6)); due; due = await claim(laterBy(6))) claimed.push(due.id);
    for (const expected of Object.values(ids)) {
      expect(claimed.filter((id) => expected.includes(id))).toEqual(expected);
    }
    expect(claimed).toHaveLength(6);
  });

  it('are read from indexes for any number of rows', async () => {
    const resultId = randomUUID();
    await new PostgresResultStore(stores.database, stores.keyring).create(resultOf({ id: resultId }), {});
    const invitation = await invite('acme', victim);
    await stores.sql(
      `INSERT INTO deliveries (
         id, kind, result_id, invitation_id, created_at, available_at, recipient_mac, organization_mac, state,
         admitted_at, waiting_for)
       SELECT gen_random_uuid(), 'invitation', NULL, invitation_id, $1, $1::timestamptz + n * interval '1 second', m, o,
         CASE WHEN sent THEN 'sent' ELSE 'queued' END,
         CASE WHEN sent THEN $1::timestamptz - n * interval '10 seconds' END, CASE WHEN NOT sent THEN m END
       FROM deliveries, generate_series(1, 20000) AS n,
         LATERAL (SELECT sha256((n % 2000)::text::bytea) AS m, sha256((n % 1000)::text::bytea) AS o, n % 3 > 0 AS sent)
       WHERE deliveries.id = $2`,
      [noon, invitation],
    );
    await stores.sql('ANALYZE deliveries');
    const plans = [
      await stores.sql(`EXPLAIN ${limitingTurns(invitationBudgets()).text}`, [
        randomUUID(),
        randomUUID(),
        noon,
        [Buffer.alloc(32)],
        [Buffer.alloc(32)],
      ]),
      await stores.sql(`EXPLAIN ${claimNext('invitations').text}`, [noon, laterBy(20_000)]),
    ].map((plan) => plan.map((row) => String(row['QUERY PLAN'])).join('\n'));
    for (const plan of plans) expect(plan).not.toContain('Seq Scan');
    for (const index of ['admitted_by_recipient_mac', 'admitted_by_organization_mac', 'waiting'])
      expect(plans[0]).toContain(`deliveries_${index}`);
    expect(plans[1]).toContain('deliveries_due_by_organization');
  });
});
