import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span in the JSON of OTLP. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly object[];
  readonly links: readonly { readonly traceId: string }[];
  /** 2 is an error. */
  readonly status: { readonly code: number; readonly message?: string };
  readonly program: string;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

/** A receiver of traces (OTLP over HTTP, JSON) that keeps what it gets, and answers with `status`. */
export class TraceReceiver {
  readonly bodies: string[] = [];
  readonly spans: ReceivedSpan[] = [];
  status = 200;
  endpoint = '';
  private readonly server = createServer((req, res) => {
    void text(req).then((body) => {
      this.keep(body);
      res.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
    });
  });

  static async start(): Promise<TraceReceiver> {
    const receiver = new TraceReceiver();
    await once(receiver.server.listen(0, '127.0.0.1'), 'listening');
    receiver.endpoint = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}`;
    return receiver;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private keep(body: string): void {
    this.bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as ExportRequest).resourceSpans) {
      const name = resource.attributes.find(({ key }) => key === 'service.name');
      const program = name?.value.stringValue ?? '';
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, program }))));
    }
  }
}
