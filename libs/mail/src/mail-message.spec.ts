import { type MailerService } from '@nestjs-modules/mailer';
import { MailMessage } from './mail-message';

class Unwritten extends MailMessage {
  protected readonly template = 'unwritten';
}

describe('a kind of mail', () => {
  it('without its templates does not start', () => {
    const settings = { smtpUrl: 'smtp://127.0.0.1:1', requireTls: false, from: 'service@example.org' };
    const mail = new Unwritten({} as MailerService, settings);
    expect(() => {
      mail.onModuleInit();
    }).toThrow('ENOENT');
  });
});
