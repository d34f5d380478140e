import { createTransport } from 'nodemailer';

/** Hands a message that is ready to a mail server over one connection that stays open. */
export function bareMail(
  smtpUrl: string,
  raw: Buffer,
): { send(recipient: string): Promise<void>; end(): void } {
  const { hostname, port } = new URL(smtpUrl);
  const transport = createTransport({
    ...{ host: hostname, port: Number(port), pool: true, maxConnections: 1, ignoreTLS: true },
    maxMessages: Infinity,
  });
  return {
    async send(recipient) {
      await transport.sendMail({ envelope: { from: 'certificates@example.org', to: recipient }, raw });
    },
    end: () => {
      transport.close();
    },
  };
}
