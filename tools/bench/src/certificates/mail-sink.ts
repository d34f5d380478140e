import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that takes every message, and keeps the recipients of each. */
export interface MailSink {
  readonly smtpUrl: string;
  readonly recipients: readonly string[];
  close(): Promise<void>;
}

export async function openMailSink(): Promise<MailSink> {
  const recipients: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onData: (stream, { envelope }, answer) => {
      stream.resume();
      stream.on('end', () => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address));
        answer();
      });
    },
  });
  // A client that goes away in the middle of a message is its own affair.
  smtp.on('error', () => undefined);
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recipients,
    close: () =>
      new Promise((resolve) => {
        smtp.close(resolve);
      }),
  };
}
