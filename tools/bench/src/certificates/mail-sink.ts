import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that takes every message, and keeps of each its recipients and its length. */
export interface MailSink {
  readonly smtpUrl: string;
  readonly recipients: readonly string[];
  lastLength(): number;
  close(): Promise<void>;
}

export async function openMailSink(): Promise<MailSink> {
  const recipients: string[] = [];
  let lastLength = 0;
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onData: (stream, { envelope }, answer) => {
      let length = 0;
      stream.on('data', (chunk: Buffer) => (length += chunk.length));
      stream.on('end', () => {
        lastLength = length;
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
    lastLength: () => lastLength,
    close: () =>
      new Promise((resolve) => {
        smtp.close(resolve);
      }),
  };
}
