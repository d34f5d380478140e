import { Mailer, MailRefused } from '@governance/deliveries';
import { given, startInbox } from '@governance/testing';
import { Test, type TestingModule } from '@nestjs/testing';
import { MailModule } from './mail.module';

const bytes = Buffer.from('From: certificates@example.com\r\nMessage-ID: <1@example.com>\r\n\r\nText');

describe('a message', () => {
  const inbox = given(startInbox, beforeEach);
  let app: TestingModule;
  let mailer: Mailer;

  beforeEach(async () => {
    const from = 'AI Governance <certificates@example.com>';
    app = await Test.createTestingModule({
      imports: [MailModule.forRoot({ smtpUrl: inbox.smtpUrl, requireTls: false, from })],
    }).compile();
    mailer = app.get(Mailer);
  });
  afterEach(async () => {
    await app.close();
    await inbox.close();
  });

  it('goes to the canonical form of a recipient in any other spelling', async () => {
    for (const spelled of ['a@exa\u00admple.net', 'a@EXAMPLE.net.']) {
      await mailer.send({ recipient: spelled, bytes });
    }
    expect(inbox.messages().map(({ to }) => to)).toEqual([['a@example.net'], ['a@example.net']]);
  });

  it.each(['a@a/b.net', 'a@1.2', 'jos\u00e9@example.net', 'a@xn--ample-zib.com'])(
    'is permanently refused when the recipient is %s, which has no canonical form',
    async (refused) => {
      await expect(mailer.send({ recipient: refused, bytes })).rejects.toThrow(MailRefused);
      expect(inbox.messages()).toEqual([]);
    },
  );
});
