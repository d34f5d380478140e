import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort, isPortFree } from './free-port';

describe('freePort', () => {
  it('answers a port that can be listened on', async () => {
    const server = createServer().listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    server.close();
  });

  it('gives no port twice, even if the first caller does not listen yet', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0.5);
    const port = await freePort();
    expect(await freePort()).not.toBe(port);
    random.mockRestore();
  });
});

describe('isPortFree', () => {
  it('sees a listener, and its end', async () => {
    const port = await freePort();
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect(await isPortFree(port)).toBe(false);
    server.close();
    await once(server, 'close');
    expect(await isPortFree(port)).toBe(true);
  });

  it('sees a listener on one address where all are wanted', async () => {
    const port = await freePort();
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect(await isPortFree(port, ['0.0.0.0', '::'])).toBe(false);
    server.close();
  });

  it('does not take an address that this machine lacks for a listener', async () => {
    expect(await isPortFree(await freePort(), ['192.0.2.1'])).toBe(true);
  });
});
