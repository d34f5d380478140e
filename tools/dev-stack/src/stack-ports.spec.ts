import { freePort } from '@governance/testing';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { portVariables } from '../spec/support/stack-workspace';
import { assertPortsFree } from './stack-ports';
import { readStackSettings } from './stack-settings';

const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const hasIpv6 = addresses.some(({ address }) => address === '::1');

describe('assertPortsFree', () => {
  let env: Record<string, string>;

  beforeEach(async () => {
    env = {};
    for (const variable of portVariables) env[variable] = String(await freePort());
  });

  it('passes if every port is free', async () => {
    await assertPortsFree(readStackSettings(env));
  });

  it.each(portVariables)('names the port and the variable if %s is in use', async (variable) => {
    const server = createServer().listen(Number(env[variable]), '127.0.0.1');
    await once(server, 'listening');
    const check = assertPortsFree(readStackSettings(env));
    await expect(check).rejects.toThrow(`Port ${env[variable] ?? ''} (${variable}) is in use`);
    server.close();
    await once(server, 'close');
  });

  if (hasIpv6) {
    it('sees a listener on the other address of localhost', async () => {
      const server = createServer().listen({ port: Number(env.PUBLIC_PORT), host: '::1' });
      await once(server, 'listening');
      await expect(assertPortsFree(readStackSettings(env))).rejects.toThrow('PUBLIC_PORT');
      server.close();
      await once(server, 'close');
    });
  }

  it('refuses one port for two programs', async () => {
    env.SMTP_PORT = env.MAILBOX_PORT ?? '';
    await expect(assertPortsFree(readStackSettings(env))).rejects.toThrow(
      'MAILBOX_PORT and SMTP_PORT are both',
    );
  });
});
