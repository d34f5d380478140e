import { type Inbox, readPdfText, startInbox, type StoredMail } from '@governance/testing';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AcceptedMail } from '../history/final-state';
import { TcpProxy } from './tcp-proxy';

/** Half of all recipients, always the same ones. */
function isUnknown(address: string): boolean {
  return createHash('sha256').update(address).digest().readUInt8() % 2 === 0;
}

/** An SMTP server behind a proxy. It keeps a record of each message and forgets the message. */
export class MailServer {
  readonly mails: AcceptedMail[] = [];
  /** What it answers instead of taking messages for now. */
  deferral: 421 | 450 | undefined;
  /** Whether it answers 550 for half of the recipients. */
  isRejecting = false;
  readonly rejected = new Set<string>();
  /** How long it takes to answer for a recipient. */
  latencyMs = 0;
  /** Called with each message. */
  onMail: (mail: StoredMail) => void = () => undefined;
  /** Called with the PDF of each message that has one. */
  onCertificate: (pdf: Uint8Array) => void = () => undefined;
  /** Settles when the certificates of all messages have been read. */
  private reading: Promise<void> = Promise.resolve();

  private constructor(
    private readonly inbox: Inbox,
    readonly proxy: TcpProxy,
  ) {}

  static async start(now: () => number): Promise<MailServer> {
    const started: { server?: MailServer } = {};
    const inbox = await startInbox({
      onRecipient: (address) => started.server?.admit(address),
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

  /** Resolves when every certificate has been read. */
  async read(): Promise<void> {
    await this.reading;
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.inbox.close();
  }

  /** @throws the answer for a recipient that is refused. */
  private async admit(address: string): Promise<void> {
    await delay(this.latencyMs);
    if (this.deferral !== undefined)
      throw Object.assign(new Error('Try again later'), { responseCode: this.deferral });
    if (!this.isRejecting || !isUnknown(address)) return;
    this.rejected.add(address);
    throw Object.assign(new Error('No such mailbox'), { responseCode: 550 });
  }

  private record(stored: StoredMail, at: number): void {
    const { raw, headers, to, attachments } = stored;
    this.onMail(stored);
    const [, delivery = ''] = /^<([^@]*)@/.exec(headers['message-id'] ?? '') ?? [];
    const digest = createHash('sha256').update(raw).digest('hex');
    const pdfs = attachments.filter(({ contentType }) => contentType === 'application/pdf');
    for (const { content } of pdfs) this.onCertificate(content);
    for (const recipient of to) {
      const mail: AcceptedMail = { at, delivery, recipient, digest, certificates: [] };
      this.mails.push(mail);
      // One after another, so that a burst of messages leaves the processor to the programs.
      for (const { content } of pdfs)
        this.reading = this.reading.then(async () => {
          mail.certificates.push((await readPdfText(content)).replaceAll(' ', ''));
        });
    }
    // Those of before: this one is stored afterwards.
    this.inbox.clear();
  }
}
