import { type Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import PostalMime, { type Email } from 'postal-mime';
import { MailModule } from '../src/mail.module';

interface Message<Content> {
  compose(content: Content): Promise<Uint8Array>;
}

/** Composes mails of one kind, as the programs do. */
export class NoticeMails<Content> {
  private constructor(
    private readonly app: TestingModule,
    private readonly message: Message<Content>,
    private readonly content: Content,
  ) {}

  static async open<Content>(kind: Type<Message<Content>>, content: Content): Promise<NoticeMails<Content>> {
    const settings = {
      smtpUrl: 'smtp://127.0.0.1:1',
      requireTls: false,
      from: 'AI Governance <notices@example.com>',
    };
    const app = await Test.createTestingModule({ imports: [MailModule.forRoot(settings)] }).compile();
    return new NoticeMails(app, app.get(kind), content);
  }

  async compose(changes: Partial<Content> = {}): Promise<Buffer> {
    return Buffer.from(await this.message.compose({ ...this.content, ...changes }));
  }

  async read(changes: Partial<Content> = {}): Promise<Email> {
    return PostalMime.parse(await this.compose(changes));
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
