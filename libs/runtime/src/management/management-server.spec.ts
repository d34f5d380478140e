import { callHttp, type HttpAnswer } from '@governance/testing';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Gauge, Registry } from 'prom-client';
import { Readiness } from './readiness.port';
import { ManagementServer } from './management-server';

class Switch extends Readiness {
  ready = true;

  check(): Promise<void> {
    return this.ready ? Promise.resolve() : Promise.reject(new Error('private reason'));
  }
}

describe('ManagementServer', () => {
  const registry = new Registry();
  const readiness = new Switch();
  const server = new ManagementServer({ port: 0, registry, readiness });

  beforeAll(() => server.onModuleInit());
  afterAll(() => {
    server.onApplicationShutdown();
  });

  function get(path: string, init?: RequestInit): Promise<HttpAnswer> {
    return callHttp(`http://127.0.0.1:${server.port}${path}`, init);
  }

  it('shows the metrics of its registry', async () => {
    new Gauge({ name: 'spec_value', help: 'x', registers: [registry] }).set(7);
    const { status, text: metrics, headers } = await get('/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(metrics).toContain('spec_value 7');
  });

  it('is alive whether it is ready or not, and does not reveal the reason', async () => {
    readiness.ready = false;
    expect(await get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await get('/health/ready')).toMatchObject({ status: 503, body: { status: 'not ready' } });
    readiness.ready = true;
    expect((await get('/health/ready?x=1', { method: 'HEAD' })).status).toBe(200);
  });

  it('has nothing else', async () => {
    for (const path of ['/', '/health', '/metrics/', '/constructor'])
      expect((await get(path)).status).toBe(404);
    expect((await get('/metrics', { method: 'POST', body: 'x' })).status).toBe(405);
  });

  it('accepts only one spelling of a path', async () => {
    for (const path of ['/METRICS', '/Health/live', '/health/Ready'])
      expect((await get(path)).status).toBe(404);
  });

  it('answers malformed input in its own format', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('noise\r\n\r\n');
    expect(await text(socket)).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n[^]*\{"status":"the request is not valid HTTP"\}$/,
    );
  });

  it('does not start on a port that is taken', async () => {
    const second = new ManagementServer({ port: server.port, registry, readiness });
    await expect(second.onModuleInit()).rejects.toMatchObject({ code: 'EADDRINUSE', port: server.port });
  });
});
