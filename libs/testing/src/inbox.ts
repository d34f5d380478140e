import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { portOf } from './listen';
import { type MailMatch, MailStore } from './mail-store';
import { PromptSmtpServer } from './prompt-smtp-server';
import { readMail, type StoredMail } from './stored-mail';

/** How a test steers a delivery: delay the answer, or throw an error with `responseCode` (421, 450, 550, …) to refuse. */
export interface InboxHooks {
  readonly onRecipient?: (address: string) => Promise<void> | void;
  /** The message is stored only after this has answered. */
  readonly onMessage?: (mail: StoredMail) => Promise<void> | void;
}

export interface InboxOptions extends InboxHooks {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly host?: string;
}

/** A real SMTP server that keeps what it gets in memory. */
export interface Inbox {
  readonly smtpUrl: string;
  readonly port: number;
  /** Oldest first. */
  messages(): readonly StoredMail[];
  /** The oldest message that matches, now or when it arrives. Rejects after `timeoutMs` (two minutes) and on `close`. */
  waitForMail(match: MailMatch, options?: { timeoutMs?: number }): Promise<StoredMail>;
  clear(): void;
  close(): Promise<void>;
}

const largestMessageBytes = 50 * 1024 * 1024;
type Answer = (error?: Error | null) => void;

function answerAfter(work: () => Promise<void>, answer: Answer): void {
  work().then(
    () => {
      answer();
    },
    (error: unknown) => {
      answer(error instanceof Error ? error : new Error(String(error)));
    },
  );
}

async function receive(
  store: MailStore,
  hooks: InboxHooks,
  { stream, session }: { stream: SMTPServerDataStream; session: SMTPServerSession },
): Promise<void> {
  const raw = await buffer(stream);
  if (stream.sizeExceeded) throw Object.assign(new Error('The message is too large'), { responseCode: 552 });
  const { mailFrom, rcptTo } = session.envelope;
  const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
  const mail = await readMail(raw, envelope);
  await hooks.onMessage?.(mail);
  store.add(mail);
}

/**
 * Starts an SMTP server without authentication and TLS.
 * @throws when the port is taken.
 */
export async function startInbox({
  port = 0,
  host = '127.0.0.1',
  ...hooks
}: InboxOptions = {}): Promise<Inbox> {
  const store = new MailStore();
  const smtp = new PromptSmtpServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestMessageBytes,
    // A client that keeps its connection open must not hold up the end.
    closeTimeout: 10,
    onRcptTo: ({ address }, _session, answer) => {
      answerAfter(async () => hooks.onRecipient?.(address), answer);
    },
    onData: (stream, session, answer) => {
      answerAfter(() => receive(store, hooks, { stream, session }), answer);
    },
  });
  const server = smtp.listen(port, host);
  await once(server, 'listening');
  // A client that goes away in the middle of a message is its own affair.
  smtp.on('error', () => undefined);
  const listening = portOf(server);
  return {
    smtpUrl: `smtp://${host}:${listening}`,
    port: listening,
    messages: () => store.all(),
    waitForMail: (match, { timeoutMs = 120_000 } = {}) => store.waitFor(match, timeoutMs),
    clear: () => {
      store.clear();
    },
    close: async () => {
      store.close();
      await new Promise<void>((resolve) => {
        smtp.close(resolve);
      });
    },
  };
}
