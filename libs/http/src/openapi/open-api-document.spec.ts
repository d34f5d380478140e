import { Module } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { createHttpApp } from '../create-http-app';
import { publicSurface } from '../surface';
import { describeApi } from './describe-api';
import { OpenApiDocument } from './open-api-document';
import { OpenApiModule } from './open-api.module';

jest.mock('./describe-api', () => ({ describeApi: jest.fn(() => ({ openapi: '3.1.1' })) }));

const description = { title: 'Notes', description: 'x', version: '1.0.0', server: '/', tags: [] };

@Module({ imports: [OpenApiModule.forRoot(description)] })
class NotesModule {}

it('is created once, on the first request', async () => {
  const app: NestExpressApplication = await createHttpApp({
    module: NotesModule,
    surface: publicSurface,
    logger: false,
  });
  await app.init();
  try {
    expect(describeApi).not.toHaveBeenCalled();
    const document = app.get(OpenApiDocument, { strict: false });
    expect(document.served.json).toBe('{"openapi":"3.1.1"}');
    expect(document.served.etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(describeApi).toHaveBeenCalledTimes(1);
  } finally {
    await app.close();
  }
});
