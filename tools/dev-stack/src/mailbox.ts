import { closeServer, listen, startInbox } from '@governance/testing';
import { createServer } from 'node:http';
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
  const port = await listen(server, web, host).catch(async (error: unknown) => {
    await inbox.close();
    throw error;
  });
  const url = `http://${host}:${port}`;
  return {
    url,
    api: `${url}/api/messages`,
    smtpUrl: inbox.smtpUrl,
    close: async () => {
      await inbox.close();
      await closeServer(server);
    },
  };
}
