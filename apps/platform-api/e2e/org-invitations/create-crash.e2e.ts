import {
  callJson,
  given,
  type HttpAnswer,
  type Inbox,
  type Replica,
  startInbox,
  type StoredMail,
  until,
} from '@governance/testing';
import { Client } from 'pg';
import { startSystem } from '../machines/system';
import { invitationsPath, invitee } from '../support/invitations';

const orgId = 'org_acme';

/**
 * Kills programs between any two steps from an invitation to its mail. Each test holds a program at a step from outside, with
 * a database lock or a mail server that does not answer, because the programs under test are the shipped ones.
 */
describe('kill -9 between an invitation and its mail', () => {
  const system = given(startSystem);
  let main: Replica;
  let worker: Replica;
  let inbox: Inbox;
  let blocker: Client;
  let token: string;
  let onRecipient: () => Promise<void> | void;
  let onMessage: (mail: StoredMail) => Promise<void> | void;

  beforeAll(async () => {
    await system.identity.putOrganization(orgId);
    await system.identity.putMember({ orgId, email: 'admin@acme.example', role: 'account-admin' });
    token = await system.identity.tokenOf('admin@acme.example');
  });
  beforeEach(async () => {
    onRecipient = onMessage = () => undefined;
    inbox = await startInbox({ onRecipient: () => onRecipient(), onMessage: (mail) => onMessage(mail) });
    main = await system.serve('platform-api/main');
    blocker = new Client({ connectionString: system.databaseUrl });
    await blocker.connect();
  });
  afterEach(async () => {
    await blocker.end();
    await Promise.all(system.programs().map((program) => program.kill()));
    await inbox.close();
    await system.sql('TRUNCATE invitations, identity.invitations CASCADE');
  });
  afterAll(() => system.stop());

  function invite(): Promise<HttpAnswer> {
    return callJson(main.origin + invitationsPath, { token, body: { email: invitee, role: 'viewer' } });
  }

  async function startWorker(): Promise<void> {
    worker = await system.serve('platform-api/worker', {
      SMTP_URL: inbox.smtpUrl,
    });
  }

  async function untilFound(statement: string): Promise<void> {
    await until(async () => (await system.sql(statement)).length > 0);
  }
  const untilDelivery = (condition: string): Promise<void> =>
    untilFound(`SELECT id FROM deliveries WHERE ${condition}`);

  /** Makes the deliveries of the killed worker due at once, instead of at the end of their lease. */
  async function recover(): Promise<void> {
    await system.sql('UPDATE deliveries SET available_at = now() WHERE state = $1', ['queued']);
    await startWorker();
    await untilDelivery(`state = 'sent'`);
  }

  /** Expects one mail with the link of the only acceptable invitation, and one audit row about it. */
  async function expectOneMail(): Promise<void> {
    const mails = inbox.messages();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`${system.identity.issuer}/invitations/`);
    expect(await system.sql('SELECT withdrawn_at, accepted_at FROM identity.invitations')).toEqual([
      { withdrawn_at: null, accepted_at: null },
    ]);
    expect(
      await system.sql(`SELECT outcome FROM audit_trail JOIN invitations ON target = invitations.id::text
        WHERE operation = 'org-invitations:deliver'`),
    ).toEqual([{ outcome: 'done' }]);
  }

  it('of the API after its response loses no mail and sends it once', async () => {
    expect((await invite()).status).toBe(201);
    await main.program.kill();
    await startWorker();
    await untilDelivery(`state = 'sent'`);
    await expectOneMail();
  });

  it('of the API before its offer and response still results in an invitation', async () => {
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE identity.invitations');
    const answer = invite().catch(() => 'none');
    await untilFound(
      `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%identity.invitations%'`,
    );
    await main.program.kill();
    expect(await answer).toBe('none');
    // The provider would still execute the request of the killed process.
    await system.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`);
    await blocker.query('ROLLBACK');
    expect(await system.sql('SELECT id FROM identity.invitations')).toEqual([]);
    await startWorker();
    await untilDelivery(`state = 'sent'`);
    await expectOneMail();
  });

  it('of the worker between claim and message loses no mail and sends it once', async () => {
    await invite();
    // The worker reads the invitation after the claim: a lock on its table holds the worker there.
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE invitations IN ACCESS EXCLUSIVE MODE');
    await startWorker();
    await untilDelivery('lease IS NOT NULL AND message IS NULL');
    await worker.program.kill();
    await blocker.query('ROLLBACK');
    await recover();
    await expectOneMail();
  });

  it('of the worker between message and mail server sends the stored message, once', async () => {
    const { held, reached } = hold();
    onRecipient = held;
    await invite();
    await startWorker();
    await reached;
    const [kept] = await system.sql('SELECT message FROM deliveries');
    expect(await system.sql('SELECT token FROM invitations')).toEqual([{ token: null }]);
    await worker.program.kill();
    onRecipient = () => undefined;
    await recover();
    await expectOneMail();
    expect(await system.sql('SELECT message FROM deliveries')).toEqual([kept]);
  });

  it('of the worker between acceptance and its recording sends the same bytes a second time, and no third time', async () => {
    onMessage = async () => {
      await blocker.query('BEGIN');
      await blocker.query('SELECT id FROM deliveries FOR UPDATE');
    };
    await invite();
    await startWorker();
    await inbox.waitForMail(invitee);
    onMessage = () => undefined;
    await worker.program.kill();
    await system.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`);
    await blocker.query('ROLLBACK');
    await recover();
    const [first, second, ...others] = inbox.messages();
    expect(others).toEqual([]);
    expect(sourceOf(second)).toBe(sourceOf(first));
  });

  it('of the worker after the recording sends no further mail', async () => {
    await invite();
    await startWorker();
    await untilDelivery(`state = 'sent'`);
    await worker.program.kill();
    await startWorker();
    await worker.program.logged(({ msg }) => msg === 'started');
    worker.program.signal('SIGTERM');
    expect((await worker.program.ended).code).toBe(0);
    await expectOneMail();
  });
});

/** A hook that never answers, and a promise that resolves when it is called. */
function hold(): { held: () => Promise<void>; reached: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    held: () => {
      resolve(undefined);
      return new Promise(() => undefined);
    },
    reached: promise,
  };
}

function sourceOf(mail: StoredMail | undefined): string {
  if (!mail) throw new Error('the message is missing');
  return mail.raw.toString('latin1');
}
