import { recipientKey } from '@governance/deliveries';
import { CampaignCapability, Keyring } from '@governance/keyring';
import { type Mode } from '@governance/rubric';
import { callHttp, type HttpAnswer, type Inbox } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type PublicApp } from './public-app';

const dayMs = 24 * 60 * 60_000;

export const sender = 'Acme MSP';
export const client = 'Globex Ltd';
export const message = 'Please answer for your whole company.';

/** A draft of a campaign, as the platform makes it. */
export interface AskedDraft {
  readonly draftId: string;
  /** The address of the contact. */
  readonly email: string;
  /** The path of the link. */
  readonly path: string;
}

export interface AskedOptions {
  readonly mode?: Mode;
  readonly email?: string;
  readonly dueAt?: Date;
  readonly closesAt?: Date;
}

/** A campaign that asks one client, due in ten days. */
export async function ask(
  { sql, keyringFile }: Pick<PublicApp, 'sql' | 'keyringFile'>,
  {
    mode = 'msp-self',
    email = `contact-${randomUUID()}@example.com`,
    dueAt = new Date(Date.now() + 10 * dayMs),
    closesAt = dueAt,
  }: AskedOptions = {},
): Promise<AskedDraft> {
  const keyring = Keyring.load(keyringFile);
  const capabilities = new CampaignCapability(keyring);
  const [orgId, clientId, campaignId, draftId] = [
    `org-${randomUUID()}`,
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ];
  const capability = capabilities.of(draftId);
  const seal = (column: string, text: string): Buffer =>
    keyring.seal(text, { table: 'campaign_drafts', column, row: draftId });
  await sql(
    `INSERT INTO org_clients (id, org_id, name, tags, is_archived, created_at, updated_at)
     VALUES ($1, $2, $3, '{}', false, now(), now())`,
    [clientId, orgId, keyring.seal(client, { table: 'org_clients', column: 'name', row: clientId })],
  );
  await sql(
    `INSERT INTO campaigns (org_id, id, name, mode, message, sender_name, domain, due_at, created_by, created_at)
     VALUES ($1, $2, 'Spring', $3, $4, $5, 'acme.example', $6, 'admin', now())`,
    [orgId, campaignId, mode, message, sender, dueAt],
  );
  const shown = {
    senderName: sender,
    domain: 'acme.example',
    clientName: client,
    contactName: 'Eva',
    message,
  };
  await sql(
    `INSERT INTO campaign_drafts
       (id, org_id, campaign_id, client_id, capability_hash, shown, recipient, recipient_mac, mode, due_at, closes_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      draftId,
      orgId,
      campaignId,
      clientId,
      capabilities.hashOf(capability),
      seal('shown', JSON.stringify(shown)),
      seal('recipient', email),
      keyring.mac('recipient-address', recipientKey(email)),
      mode,
      dueAt,
      closesAt,
    ],
  );
  return { draftId, email, path: `/campaign/${capability}` };
}

/** A browser without scripts, as far as it keeps the cookie of a link. */
export class FormBrowser {
  cookie = '';

  constructor(private readonly origin: string) {}

  get(path: string): Promise<HttpAnswer> {
    return this.call(path, { method: 'GET' });
  }

  post(path: string, fields: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    return this.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  }

  private async call(path: string, { headers = {}, ...init }: RequestInit): Promise<HttpAnswer> {
    const answer = await callHttp(this.origin + path, {
      ...init,
      headers: { ...(headers as Record<string, string>), accept: 'text/html', cookie: this.cookie },
    });
    const [set] = answer.headers.getSetCookie();
    if (set !== undefined) this.cookie = set.split(';', 1)[0] ?? '';
    return answer;
  }
}

/** The code in the mail that `send` causes. */
export async function codeMailed(
  inbox: Pick<Inbox, 'messages' | 'waitForMail'>,
  { email }: Pick<AskedDraft, 'email'>,
  send: () => Promise<unknown>,
): Promise<string> {
  const before = new Set(inbox.messages());
  await send();
  const { text } = await inbox.waitForMail((mail) => mail.to.includes(email) && !before.has(mail));
  return /^\d{6}$/m.exec(text)?.[0] ?? '';
}
