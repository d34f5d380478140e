import { type Inbox, startInbox, type StoredMail } from '@governance/testing';
import { createHash } from 'node:crypto';
import { type AcceptedMail } from '../history/final-state';
import { TcpProxy } from './tcp-proxy';

/** An SMTP server behind a proxy. It keeps a record of each message and forgets the message. */
export class MailServer {
  readonly mails: AcceptedMail[] = [];
  /** Whether it answers 450. */
  isDeferring = false;
  /** Called with the PDF of each message that has one. */
  onCertificate: (pdf: Uint8Array) => void = () => undefined;

  private constructor(
    private readonly inbox: Inbox,
    readonly proxy: TcpProxy,
  ) {}

  static async start(now: () => number): Promise<MailServer> {
    const started: { server?: MailServer } = {};
    const inbox = await startInbox({
      onRecipient: () => {
        if (started.server?.isDeferring)
          throw Object.assign(new Error('Try again later'), { responseCode: 450 });
      },
      onMessage: (mail) => {
        started.server?.record(mail, now());
      },
    });
    started.server = new MailServer(inbox, await TcpProxy.start(inbox.port));
    return started.server;
  }

  get smtpUrl(): string {
    return `smtp://127.0.0.1:${this.proxy.port}`;
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.inbox.close();
  }

  private record({ raw, headers, to, attachments }: StoredMail, at: number): void {
    const pdf = attachments.find(({ contentType }) => contentType === 'application/pdf');
    if (pdf) this.onCertificate(pdf.content);
    const [, delivery = ''] = /^<([^@]*)@/.exec(headers['message-id'] ?? '') ?? [];
    const digest = createHash('sha256').update(raw).digest('hex');
    for (const recipient of to) this.mails.push({ at, delivery, recipient, digest });
    // Those of before: this one is stored afterwards.
    this.inbox.clear();
  }
}
