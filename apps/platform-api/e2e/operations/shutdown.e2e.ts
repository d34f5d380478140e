import { given } from '@governance/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sharedSurfaces } from '../machines/surfaces';

const orgId = 'org_shutdown';
const email = 'shutdown-admin@example.com';

describe('SIGTERM to the platform program', () => {
  const surfaces = given(sharedSurfaces);

  beforeAll(async () => {
    await surfaces.identity.putOrganization(orgId);
    await surfaces.identity.putMember({ orgId, email, role: 'account-admin' });
  });

  async function answerTo(socket: Socket, request: string): Promise<string> {
    socket.write(`${request}\r\nHost: x\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString();
  }

  it('still verifies a token that it sees for the first time, in the last request of a connection', async () => {
    const { program, origin } = await surfaces.system.serve('platform-api/main');
    const token = await surfaces.identity.tokenOf(email);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    expect(await answerTo(socket, 'GET /health HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /);
    program.signal('SIGTERM');
    await program.logged(({ msg }) => msg === 'stopping');
    const answer = await answerTo(socket, `GET /self/me HTTP/1.1\r\nAuthorization: Bearer ${token}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"permissions":');
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
  });
});
