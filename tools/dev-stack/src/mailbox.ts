import { type Inbox, startInbox } from '@governance/testing';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { json, type MailResponse } from './mail-response';
import { answerRequest } from './mailbox-routes';

/** Shows all messages of the services in a browser and over HTTP. */
export interface Mailbox {
  readonly url: string;
  /** The URL of the list of messages. */
  readonly api: string;
  readonly smtpUrl: string;
  close(): Promise<void>;
}

const thisMachine = '127.0.0.1';
const localNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Messages contain secret links: websites that a developer visits must not read or delete them. */
function isOurs({ headers, method = '' }: IncomingMessage): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  if (!localNames.includes(name)) return false;
  const site = headers['sec-fetch-site'];
  return ['GET', 'HEAD'].includes(method) || site === undefined || site === 'same-origin';
}

function answer(inbox: Inbox, req: IncomingMessage): MailResponse {
  if (!isOurs(req)) return json({ error: 'The mailbox answers only this machine.' }, 403);
  const [path = ''] = (req.url ?? '').split('?');
  return answerRequest(inbox, req.method ?? '', path);
}

function send(res: ServerResponse, { status, headers, body }: MailResponse): void {
  res.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  res.end(body);
}

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
  const server = createServer((req, res) => {
    send(res, answer(inbox, req));
  });
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
