import {
  callJson,
  type HttpAnswer,
  type Inbox,
  type Replica,
  sharedPart,
  startInbox,
  until,
} from '@governance/testing';
import { Client } from 'pg';
import { invitationsPath, invitee } from '../support/invitations';
import { startSystem, type System } from './system';

const orgId = 'org_acme';

/**
 * The shipped programs with an admin of an organization, for tests that kill the API between two steps. A test holds it at a
 * step with a database lock.
 */
export class InvitationCrashes {
  private main: Replica | undefined;
  private readonly blocker: Client;

  private constructor(
    private readonly system: System,
    private readonly token: string,
    readonly inbox: Inbox,
  ) {
    this.blocker = new Client({ connectionString: system.databaseUrl });
  }

  static async start(): Promise<InvitationCrashes> {
    const system = await startSystem();
    await system.identity.putOrganization(orgId);
    await system.identity.putMember({ orgId, email: 'admin@acme.example', role: 'account-admin' });
    const token = await system.identity.tokenOf('admin@acme.example');
    const crashes = new InvitationCrashes(system, token, await startInbox());
    await crashes.blocker.connect();
    return crashes;
  }

  sql(text: string): Promise<Record<string, unknown>[]> {
    return this.system.sql(text);
  }

  /** Calls the API, which starts again when it was killed. */
  async ask(method: string, below = '', body?: object): Promise<HttpAnswer> {
    this.main ??= await this.system.serve('platform-api/main');
    const url = `${this.main.origin}${invitationsPath}${below}`;
    return callJson(url, { method, token: this.token, body });
  }

  async invite(): Promise<string> {
    const { body } = await this.ask('POST', '', { email: invitee, role: 'viewer' });
    return String(body.id);
  }

  /** Starts a worker. Resolves when no mail waits. */
  async deliver(): Promise<void> {
    await this.sql(`UPDATE deliveries SET available_at = now() WHERE state = 'queued'`);
    const worker = await this.system.serve('platform-api/worker', {
      SMTP_URL: this.inbox.smtpUrl,
    });
    await until(
      async () => (await this.sql(`SELECT id FROM deliveries WHERE state = 'queued'`)).length === 0,
    );
    await worker.program.kill();
  }

  /** Invites, and sends the mail. Returns the id and the link in the mail. */
  async invited(): Promise<{ readonly id: string; readonly link: string }> {
    const id = await this.invite();
    await this.deliver();
    return { id, link: this.lastLink() };
  }

  lastLink(): string {
    return /http:\S+\/invitations\/\S+/.exec(this.inbox.messages().at(-1)?.text ?? '')?.[0] ?? '';
  }

  /** The status of the page behind a link: 200 while the invitation can be accepted. */
  async statusOf(link: string): Promise<number> {
    return (await fetch(link)).status;
  }

  /** Statuses in the list, newest first. */
  async statuses(): Promise<unknown[]> {
    const { body } = await this.ask('GET');
    return (body.invitations as { readonly status: string }[]).map(({ status }) => status);
  }

  /** Starts a call, and kills the API when the call waits for this lock. Nothing that waits for it happens later. */
  async killAt(lock: string, call: () => Promise<HttpAnswer>): Promise<void> {
    await this.blocker.query('BEGIN');
    await this.blocker.query(`LOCK TABLE ${lock}`);
    const answer = call().catch(() => 'none');
    const waiting = `FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await until(async () => (await this.sql(`SELECT pid ${waiting}`)).length > 0);
    await this.kill();
    expect(await answer).toBe('none');
    await this.sql(`SELECT pg_terminate_backend(pid) ${waiting}`);
    await until(async () => (await this.sql(`SELECT pid ${waiting}`)).length === 0);
    await this.blocker.query('ROLLBACK');
  }

  async kill(): Promise<void> {
    await this.main?.program.kill();
    this.main = undefined;
  }

  /** Deletes all invitations and mails, between two tests. */
  async clear(): Promise<void> {
    await Promise.all(this.system.programs().map((program) => program.kill()));
    this.main = undefined;
    this.inbox.clear();
    await this.sql('TRUNCATE invitations, identity.invitations CASCADE');
  }

  async close(): Promise<void> {
    await this.blocker.end();
    await this.system.stop();
    await this.inbox.close();
  }
}

/** Those that the files of a run share. */
export const sharedInvitationCrashes = sharedPart(() => InvitationCrashes.start());
