import { closeServer, listen } from '@governance/testing';
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { pipeline } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { type Operator } from './operator';

interface Listed<Item> {
  readonly items: readonly Item[];
}

interface Named {
  readonly metadata: { readonly name: string };
}

interface IngressObject {
  readonly spec: {
    readonly tls: readonly { readonly hosts: readonly string[]; readonly secretName: string }[];
    readonly rules: readonly {
      readonly host: string;
      readonly http: {
        readonly paths: readonly {
          readonly path: string;
          readonly backend: {
            readonly service: { readonly name: string; readonly port: { readonly name: string } };
          };
        }[];
      };
    }[];
  };
}

interface ServiceObject extends Named {
  readonly spec: {
    readonly clusterIP: string;
    readonly ports: readonly { readonly name: string; readonly port: number }[];
  };
}

interface SecretObject extends Named {
  readonly data: Readonly<Record<string, string>>;
}

interface Route {
  readonly path: string;
  readonly hostname: string;
  readonly port: number;
}

const ofOneConnection = ['connection', 'keep-alive', 'transfer-encoding'];

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneConnection.includes(name)));
}

/**
 * In place of an ingress controller: serves the Ingress objects of the namespace with their TLS secrets. It reaches Services by
 * their cluster addresses, over connections that it keeps open, and never repeats a request: one without a response gets 502.
 */
export class Ingress {
  private readonly contexts = new Map<string, SecureContext>();
  private readonly routes = new Map<string, Route[]>();
  private readonly agent = new Agent({ keepAlive: true, scheduling: 'fifo' });
  private readonly server = createServer(
    {
      SNICallback: (host, answer) => {
        answer(null, this.contexts.get(host));
      },
    },
    (req, res) => {
      this.pass(req, res);
    },
  );
  /** Requests that were sent on a connection that had served another. */
  reused = 0;

  static async start(operator: Operator, address: string): Promise<Ingress> {
    const ingress = new Ingress();
    const { items: services } = await operator.read<Listed<ServiceObject>>('services');
    const { items: secrets } = await operator.read<Listed<SecretObject>>('secrets');
    const { items } = await operator.read<Listed<IngressObject>>('ingresses');
    for (const { spec } of items) {
      for (const { hosts, secretName } of spec.tls) {
        const data = named(secrets, secretName).data;
        const [cert, key] = ['tls.crt', 'tls.key'].map((name) => Buffer.from(data[name] ?? '', 'base64'));
        for (const host of hosts) ingress.contexts.set(host, createSecureContext({ cert, key }));
      }
      for (const { host, http } of spec.rules) {
        const routes = http.paths.map(({ path, backend: { service } }) => {
          const { clusterIP, ports } = named(services, service.name).spec;
          const { port = 0 } = ports.find(({ name }) => name === service.port.name) ?? {};
          return { path, hostname: clusterIP, port };
        });
        ingress.routes.set(host, routes);
      }
    }
    // A client that goes away during the handshake is its own affair.
    ingress.server.on('tlsClientError', () => undefined);
    await listen(ingress.server, 443, address);
    return ingress;
  }

  async close(): Promise<void> {
    const closed = closeServer(this.server);
    this.agent.destroy();
    await closed;
  }

  private pass(req: IncomingMessage, res: ServerResponse): void {
    const { method, headers, url = '/' } = req;
    const path = url.replace(/\?.*/, '');
    const route = this.routes
      .get(headers.host ?? '')
      ?.find((each) => each.path === '/' || path === each.path || path.startsWith(`${each.path}/`));
    if (!route) {
      res.writeHead(404).end();
      return;
    }
    const { hostname, port } = route;
    const sent = request({
      agent: this.agent,
      hostname,
      port,
      method,
      path: url,
      headers: {
        ...endToEnd(headers),
        'x-forwarded-for': req.socket.remoteAddress,
        'x-forwarded-proto': 'https',
      },
    });
    sent.on('response', (answer) => {
      if (sent.reusedSocket) this.reused += 1;
      res.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      // Breaks the client's connection when the pod's breaks.
      pipeline(answer, res, () => undefined);
    });
    sent.on('error', (error) => {
      if (!res.headersSent) res.writeHead(502).end(`${method ?? ''} ${hostname}:${port}: ${error.message}`);
    });
    req.pipe(sent);
  }
}

function named<Item extends Named>(items: readonly Item[], name: string): Item {
  const found = items.find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`${name} does not exist`);
  return found;
}
