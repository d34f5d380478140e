import { callHttp, given, Times } from '@governance/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { publicPrograms, type Service } from '../support/public-programs';

const halfHeads = 500;
const slowBodies = 200;

describe('clients that never complete a request', () => {
  const programs = given(publicPrograms);
  let service: Service;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    service = await programs.start('main');
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await programs.close();
  });

  /** A connection that sends `text` and then nothing. Returns the response. */
  async function open(text: string): Promise<{ answer: Promise<string> }> {
    const socket = connect(service.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    const closed = once(socket, 'close').then(() => answer);
    await once(socket, 'connect');
    socket.write(text);
    return { answer: closed };
  }

  it(`are disconnected within 15 seconds, ${halfHeads} in the head and ${slowBodies} in the body, while others are served`, async () => {
    const head = 'POST /api/survey-results HTTP/1.1\r\nHost: x\r\n';
    const body = `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"answers":`;
    const opening = [
      ...Array.from({ length: halfHeads }, (_, index) => open(index % 2 === 0 ? head : '')),
      ...Array.from({ length: slowBodies }, () => open(body)),
    ];
    const opened = await Promise.all(opening);
    const [whole, each] = [new Times(), new Times()];
    const over = whole.begin();
    const slow = { gone: false };
    const answers = Promise.all(opened.map(({ answer }) => answer)).finally(() => (slow.gone = true));

    while (!slow.gone) {
      const { status } = await each.measure(() => callHttp(`${service.origin}/health/ready`));
      expect(status).toBe(200);
      // A steady trickle, so that the test measures the service and not itself.
      await delay(10);
    }
    over();
    const all = await answers;
    whole.expectEachBelow(15_000);
    each.expectShareBelow(0.99, 250);
    for (const answer of all) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(answer).toContain('{"error":"the request timed out"}');
    }
    const cutOff = service.program.log().filter(({ status }) => status === 408);
    expect(cutOff).toHaveLength(halfHeads + slowBodies);
  });
});
