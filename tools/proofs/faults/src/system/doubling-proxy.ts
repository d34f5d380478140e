import { closeServer, listen, portOf } from '@governance/testing';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An HTTP proxy that can send each call twice, as a network that repeats requests; its client gets the second answer. */
export class DoublingProxy {
  isDoubling = false;

  private readonly server = createServer((req, res) => {
    const forwarded = async (): Promise<void> => {
      const body = new Uint8Array(await buffer(req));
      const headers = new Headers();
      for (const name of ['authorization', 'content-type'] as const) {
        const value = req.headers[name];
        if (value !== undefined) headers.set(name, value);
      }
      const { method = 'GET' } = req;
      const init = { method, headers, ...(body.length > 0 && { body }) };
      const call = (): Promise<Response> => fetch(new URL(req.url ?? '/', this.target), init);
      if (this.isDoubling) await (await call()).arrayBuffer();
      const answer = await call();
      const type = answer.headers.get('content-type');
      res.writeHead(answer.status, type === null ? {} : { 'content-type': type });
      res.end(Buffer.from(await answer.arrayBuffer()));
    };
    forwarded().catch(() => res.destroy());
  });

  private constructor(private readonly target: string) {}

  static async start(target: string): Promise<DoublingProxy> {
    const proxy = new DoublingProxy(target);
    await listen(proxy.server);
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  close(): Promise<void> {
    return closeServer(this.server);
  }
}
