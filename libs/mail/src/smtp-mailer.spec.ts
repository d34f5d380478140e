import { Mailer, MailRefused } from '@governance/deliveries';
import { type Inbox, type InboxHooks, startInbox } from '@governance/testing';
import { Test, type TestingModule } from '@nestjs/testing';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { MailModule } from './mail.module';

const recipient = 'assessor@example.org';
const bytes = Buffer.from(
  'From: certificates@example.com\r\nTo: assessor@example.org\r\nMessage-ID: <1@example.com>\r\n\r\n' +
    'First\r\n.\r\n..two\r\nlast line',
);
const patient = { connectMs: 5_000, silenceMs: 5_000, totalMs: 5_000 };

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function mailerFor(smtpUrl: string, timeouts = patient, requireTls = false): Promise<Mailer> {
  const from = 'AI Governance <certificates@example.com>';
  const imports = [MailModule.forRoot({ smtpUrl, requireTls, from, timeouts })];
  const app: TestingModule = await Test.createTestingModule({ imports }).compile();
  app.useLogger(false);
  cleanups.push(() => app.close());
  return app.get(Mailer);
}

async function inboxWith(hooks: InboxHooks = {}): Promise<Inbox> {
  const inbox = await startInbox(hooks);
  cleanups.push(() => inbox.close());
  return inbox;
}

function reply(responseCode: number): () => never {
  return () => {
    throw Object.assign(new Error('not now'), { responseCode });
  };
}

type Talk = (socket: Socket, command: string) => void;

/** A server that greets, and then answers as the test defines. `command` is the first word of a line. */
async function brokenServer(
  talk: Talk,
  greeting = '220 example.com ESMTP\r\n',
): Promise<{ url: string; server: Server }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).write(greeting);
    createInterface(socket).on('line', (line) => {
      talk(socket, line === '.' ? '.' : (/^(?:[A-Z]{4}\b|STARTTLS$)/.exec(line)?.[0] ?? ''));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Answers as a correct server does, except to the commands in `special`. */
function except(special: Readonly<Record<string, (socket: Socket) => void>>): Talk {
  const [EHLO, MAIL, RCPT, DATA] = ['250 example.com', '250 ok', '250 ok', '354 go'];
  const polite: Record<string, string> = { EHLO, MAIL, RCPT, DATA, '.': '250 taken' };
  return (socket, command) => {
    const answer = polite[command];
    if (special[command]) special[command](socket);
    else if (answer) socket.write(`${answer}\r\n`);
  };
}

async function failureOf(mailer: Mailer): Promise<Error> {
  const sent = (): Error => new Error('the message was sent');
  return mailer.send({ recipient, bytes }).then(sent, (error: unknown) => error as Error);
}

describe('a message', () => {
  it('arrives byte for byte, and the same in every attempt', async () => {
    const inbox = await inboxWith();
    const mailer = await mailerFor(inbox.smtpUrl);
    await mailer.send({ recipient, bytes });
    await mailer.send({ recipient, bytes });
    const raw = inbox.messages().map((mail) => mail.raw.toString('latin1').trimEnd());
    expect(raw).toEqual([bytes.toString('latin1'), bytes.toString('latin1')]);
  });

  it('goes to the recipient of the envelope, from the sender of the settings', async () => {
    const inbox = await inboxWith();
    const mailer = await mailerFor(inbox.smtpUrl);
    await mailer.send({ recipient: 'Another.Person+x@example.net', bytes });
    expect(inbox.messages().map(({ to }) => to)).toEqual([['Another.Person+x@example.net']]);
  });

  it('arrives when many are sent at once, through few connections', async () => {
    const inbox = await inboxWith();
    const mailer = await mailerFor(inbox.smtpUrl);
    await Promise.all(Array.from({ length: 40 }, () => mailer.send({ recipient, bytes })));
    expect(inbox.messages()).toHaveLength(40);
  });
});

describe('a server that offers no TLS', () => {
  it.each(['', '/?ignoreTLS=true', '/?requireTLS=false', '/?opportunisticTLS=true'])(
    'gets no message when TLS is required, for any URL: %j',
    async (query) => {
      const commands: string[] = [];
      const refusesTls = except({ STARTTLS: (socket) => socket.write('502 not here\r\n') });
      const { url } = await brokenServer((socket, command) => {
        commands.push(command);
        refusesTls(socket, command);
      });
      const failure = await failureOf(await mailerFor(`${url}${query}`, patient, true));
      expect(failure.message).toMatch(/STARTTLS/);
      expect(failure).not.toBeInstanceOf(MailRefused);
      expect(commands).not.toContain('MAIL');
      await (await mailerFor(`${url}${query}`)).send({ recipient, bytes });
      expect(commands).toContain('MAIL');
    },
  );
});

describe('shutdown', () => {
  it('lets a worker finish what it is sending, and then closes the connections', async () => {
    const { url, server } = await brokenServer(except({}));
    const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    const sent = jest.fn();
    const worker = {
      provide: 'worker',
      inject: [Mailer],
      useFactory: (mailer: Mailer) => ({
        beforeApplicationShutdown: () => mailer.send({ recipient, bytes }).then(sent),
      }),
    };
    const settings = { smtpUrl: url, requireTls: false, from: 'certificates@example.com', timeouts: patient };
    const imports = [MailModule.forRoot(settings)];
    const app = await Test.createTestingModule({ imports, providers: [worker] }).compile();
    await app.close();
    expect(sent).toHaveBeenCalledTimes(1);
    await closed;
  });
});

describe('a refusal of the message', () => {
  it.each([550, 552, 554])('is final with %i for the recipient', async (status) => {
    const inbox = await inboxWith({ onRecipient: reply(status) });
    const failure = await failureOf(await mailerFor(inbox.smtpUrl));
    expect(failure).toBeInstanceOf(MailRefused);
    expect(failure).toMatchObject({ responseCode: status });
  });

  it('is final with 550 for the data', async () => {
    const inbox = await inboxWith({ onMessage: reply(550) });
    expect(await failureOf(await mailerFor(inbox.smtpUrl))).toBeInstanceOf(MailRefused);
  });

  it('does not keep the next message from being sent', async () => {
    const refused = 'gone@example.org';
    const onRecipient = (address: string): void => (address === refused ? reply(550)() : undefined);
    const inbox = await inboxWith({ onRecipient });
    const mailer = await mailerFor(inbox.smtpUrl);
    await expect(mailer.send({ recipient: refused, bytes })).rejects.toThrow(MailRefused);
    await expect(mailer.send({ recipient, bytes })).resolves.toBeUndefined();
  });
});

describe('a temporary failure is an ordinary error', () => {
  async function expectTemporary(mailer: Mailer, expected: object): Promise<void> {
    const failure = await failureOf(mailer);
    expect(failure).not.toBeInstanceOf(MailRefused);
    expect(failure).toMatchObject(expected);
  }

  it.each([421, 450, 451, 530])('%i for the recipient', async (responseCode) => {
    const inbox = await inboxWith({ onRecipient: reply(responseCode) });
    await expectTemporary(await mailerFor(inbox.smtpUrl), { responseCode });
  });

  it.each([421, 451])('%i for the data', async (responseCode) => {
    const inbox = await inboxWith({ onMessage: reply(responseCode) });
    await expectTemporary(await mailerFor(inbox.smtpUrl), { responseCode });
  });

  it('a refused login', async () => {
    const login = except({
      EHLO: (socket) => socket.write('250-example.com\r\n250 AUTH PLAIN\r\n'),
      AUTH: (socket) => socket.write('535 wrong\r\n'),
    });
    const { url } = await brokenServer(login);
    const mailer = await mailerFor(url.replace('//', '//user:wrong@'));
    await expectTemporary(mailer, { code: 'EAUTH', responseCode: 535 });
  });

  it('a server that greets with 554', async () => {
    const { url } = await brokenServer(except({}), '554 closed\r\n');
    await expectTemporary(await mailerFor(url), { responseCode: 554 });
  });

  it('a refused connection', async () => {
    const { url, server } = await brokenServer(except({}));
    await new Promise((resolve) => server.close(resolve));
    const refusal = { message: expect.stringContaining('ECONNREFUSED') as string };
    await expectTemporary(await mailerFor(url), refusal);
  });

  it.each(['smtp', 'smtps'])(
    'a certificate that cannot be verified, over %s:// § V12.3.2',
    async (scheme) => {
      const onData = jest.fn();
      // The server warns that the key of its certificate is public, which is useful here.
      const warning = jest.spyOn(console, 'error').mockImplementation();
      const server = new SMTPServer({ secure: scheme === 'smtps', authOptional: true, onData });
      warning.mockRestore();
      server.on('error', () => undefined);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      cleanups.push(() => promisify(server.close.bind(server))());
      const { port } = server.server.address() as AddressInfo;
      const refusal = { message: expect.stringMatching(/certificate|self-signed/i) as string };
      await expectTemporary(await mailerFor(`${scheme}://127.0.0.1:${port}`), refusal);
      expect(onData).not.toHaveBeenCalled();
    },
  );
});

describe('a broken server', () => {
  const silent = (): void => undefined;

  it.each(['EHLO', 'MAIL', 'RCPT', 'DATA', '.'])('that falls silent at %s is given up', async (command) => {
    const { url } = await brokenServer(except({ [command]: silent }));
    const failure = await failureOf(await mailerFor(url, { ...patient, silenceMs: 80 }));
    expect(failure).toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('that never greets is given up', async () => {
    const { url } = await brokenServer(except({}), '');
    const failure = await failureOf(await mailerFor(url, { ...patient, connectMs: 80 }));
    expect(failure).toMatchObject({ code: 'ETIMEDOUT' });
  });

  it.each(['EHLO', 'MAIL', 'RCPT', 'DATA', '.'])(
    'that hangs up at %s ends neither the process nor the mailer',
    async (command) => {
      let broken = true;
      const server = await brokenServer((socket, said) => {
        if (broken && said === command) socket.resetAndDestroy();
        else except({})(socket, said);
      });
      const mailer = await mailerFor(server.url);
      expect(await failureOf(mailer)).not.toBeInstanceOf(MailRefused);
      broken = false;
      await expect(mailer.send({ recipient, bytes })).resolves.toBeUndefined();
    },
  );

  it('that hangs up instead of a greeting is tried once', async () => {
    const { url, server } = await brokenServer(except({}), '');
    let connections = 0;
    server.on('connection', (socket) => {
      connections += 1;
      socket.end();
    });
    expect(await failureOf(await mailerFor(url))).not.toBeInstanceOf(MailRefused);
    expect(connections).toBe(1);
  });

  it('that hangs up after every message does no harm', async () => {
    const hangUp = except({ '.': (socket) => socket.write('250 taken\r\n', () => socket.resetAndDestroy()) });
    const mailer = await mailerFor((await brokenServer(hangUp)).url);
    const results = [];
    for (let count = 0; count < 20; count += 1)
      results.push(await mailer.send({ recipient, bytes }).catch(() => 'failed'));
    expect(results).toContain(undefined);
  });

  it('that drips its answer is given up at the deadline, and messages queued behind it are not sent later', async () => {
    const taken: string[] = [];
    const drips: NodeJS.Timeout[] = [];
    cleanups.push(() => {
      drips.forEach(clearInterval);
      return Promise.resolve();
    });
    let dripping = true;
    const { url } = await brokenServer((socket, command) => {
      if (command === '.') taken.push(dripping ? 'dripped' : 'sent');
      if (command === '.' && dripping) drips.push(setInterval(() => socket.write('250-still\r\n'), 20));
      else except({})(socket, command);
    });
    const mailer = await mailerFor(url, { ...patient, totalMs: 300 });
    const failures = await Promise.all(Array.from({ length: 8 }, () => failureOf(mailer)));
    expect(failures.filter(({ message }) => message !== 'the message was sent')).toHaveLength(8);
    dripping = false;
    await mailer.send({ recipient, bytes });
    expect(taken.filter((what) => what === 'sent')).toHaveLength(1);
  });
});
