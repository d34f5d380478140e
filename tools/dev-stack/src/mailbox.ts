import { startInbox } from '@governance/testing';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { mailboxRoutes } from './mailbox-routes';

/** Shows all messages of the services in a browser and over HTTP. */
export interface Mailbox {
  readonly url: string;
  /** The URL of the list of messages. */
  readonly api: string;
  readonly smtpUrl: string;
  close(): Promise<void>;
}

const thisMachine = '127.0.0.1';

/** Ports, 0 for any free one. `host` is the address to listen on: absent, only this machine can connect. */
export interface MailboxPlace {
  readonly smtp: number;
  readonly web: number;
  readonly host?: string;
}

/**
 * Starts the mailbox: SMTP on one port, web pages and JSON on the other.
 * @throws if a port is in use.
 */
export async function startMailbox({ smtp, web, host = thisMachine }: MailboxPlace): Promise<Mailbox> {
  const inbox = await startInbox({ port: smtp, host });
  const server = createServer(mailboxRoutes(inbox));
  try {
    server.listen(web, host);
    await once(server, 'listening');
  } catch (error) {
    await inbox.close();
    throw error;
  }
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    api: `${url}/api/messages`,
    smtpUrl: inbox.smtpUrl,
    close: async () => {
      await inbox.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
