import { ConnectionError } from '@governance/client';
import { closeServer, listen } from '@governance/testing';
import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { HttpFiles } from './http-files';
import { UnservedFile } from './log-files.port';

describe('the files of a log at an address', () => {
  const servers: Server[] = [];
  const requests: string[] = [];
  afterEach(async () => {
    requests.length = 0;
    for (const server of servers.splice(0)) await closeServer(server);
  });

  async function filesOf(answer: RequestListener): Promise<HttpFiles> {
    const server = createServer((req, res) => {
      requests.push(req.url ?? '');
      answer(req, res);
    });
    servers.push(server);
    const address = `http://127.0.0.1:${await listen(server)}/log`;
    return new HttpFiles(address, new AbortController().signal, { timeoutMs: 500, waitsMs: [1, 1] });
  }

  it('are read below it', async () => {
    const files = await filesOf((_, res) => res.end('content'));
    expect(Buffer.from(await files.read('tile/0/000', 7)).toString()).toBe('content');
    expect(requests).toEqual(['/log/tile/0/000']);
  });

  it.each<[string, RequestListener, string]>([
    ['longer than it may be', (_, res) => res.end('contents'), 'it is longer than 7 bytes'],
    [
      'endless',
      (_, res) => {
        const send = (): void => {
          if (res.writable) res.write('content', () => setImmediate(send));
        };
        send();
      },
      'it is longer than 7 bytes',
    ],
    [
      'small only while it is packed',
      (_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000))),
      'it is longer than 7 bytes',
    ],
    ['elsewhere', (_, res) => res.writeHead(302, { location: '/other' }).end(), 'the server answers 302'],
    ['not there', (_, res) => res.writeHead(404).end('x'.repeat(100_000)), 'the server answers 404'],
    ['a part', (_, res) => res.writeHead(206).end('content'), 'the server answers 206'],
  ])('are refused at once if one is %s', async (_, answer, reason) => {
    const files = await filesOf(answer);
    await expect(files.read('checkpoint', 7)).rejects.toEqual(new UnservedFile('checkpoint', reason));
    expect(requests).toHaveLength(1);
  });

  const content: RequestListener = (_, res) => res.end('content');

  it('are asked for again after a failure', async () => {
    const answers: RequestListener[] = [(_, res) => res.writeHead(503).end(), (req) => req.socket.destroy()];
    const files = await filesOf((req, res) => {
      (answers.shift() ?? content)(req, res);
    });
    expect(Buffer.from(await files.read('checkpoint', 7)).toString()).toBe('content');
    expect(requests).toHaveLength(3);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['fails', (_, res) => res.writeHead(500).end(), /checkpoint answers 500$/],
    ['has too many requests', (_, res) => res.writeHead(429).end(), /answers 429$/],
    ['closes the connection', (req) => req.socket.destroy(), /could not be read/],
    [
      'promises more than it sends',
      (_, res) => res.writeHead(200, { 'content-length': 7 }).write('con'),
      /was not read within 500 ms/,
    ],
    ['does not answer', () => undefined, /was not read within 500 ms/],
  ])('cannot be read if the server %s each time', async (_, answer, message) => {
    const files = await filesOf(answer);
    const read = files.read('checkpoint', 7);
    await expect(read).rejects.toThrow(message);
    await expect(read).rejects.toBeInstanceOf(ConnectionError);
    expect(requests).toHaveLength(3);
  });

  it('are no longer asked for when they are closed', async () => {
    const files = await filesOf(() => {
      files.close();
    });
    await expect(files.read('checkpoint', 7)).rejects.toThrow('aborted');
    await expect(files.read('checkpoint', 7)).rejects.toThrow('aborted');
    expect(requests).toHaveLength(1);
  });
});
