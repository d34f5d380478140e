import { Module } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { createHttpApp } from '../create-http-app';
import { publicSurface } from '../surface';
import { OpenApiDocument } from './open-api-document';
import { OpenApiModule } from './open-api.module';

const description = { title: 'Notes', description: 'x', version: '1.0.0', server: '/', tags: [] };

@Module({ imports: [OpenApiModule.forRoot(description)] })
class NotesModule {}

it('is created once, on the first request', async () => {
  const createDocument = jest.spyOn(SwaggerModule, 'createDocument');
  const app: NestExpressApplication = await createHttpApp({
    module: NotesModule,
    surface: publicSurface,
    logger: false,
  });
  await app.init();
  try {
    expect(createDocument).not.toHaveBeenCalled();
    const document = app.get(OpenApiDocument, { strict: false });
    expect(JSON.parse(document.served.json)).toMatchObject({ info: { title: 'Notes' } });
    expect(document.served.etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(createDocument).toHaveBeenCalledTimes(1);
  } finally {
    await app.close();
    createDocument.mockRestore();
  }
});
