import { Public } from '@governance/auth-guards';
import { Controller, Module, Post } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { createHttpApp } from './create-http-app';
import { Form, FormBody } from './form-body';
import { publicSurface } from './surface';

@Public()
@Controller()
class FormController {
  @Post('form')
  @FormBody()
  take(@Form() form: URLSearchParams): object {
    return { fields: [...form] };
  }

  @Post('json')
  json(): object {
    return {};
  }
}

@Module({ controllers: [FormController] })
class FormModule {}

describe('a handler that accepts a form', () => {
  let app: NestExpressApplication;
  let origin: string;
  const formType = 'application/x-www-form-urlencoded';

  beforeAll(async () => {
    app = await createHttpApp({ module: FormModule, surface: publicSurface, logger: false });
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  afterAll(() => app.close());

  async function post(path: string, body: string | undefined, type?: string): Promise<[number, unknown]> {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const response = await fetch(origin + path, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body }),
    });
    return [response.status, await response.json()];
  }

  it.each([
    formType,
    ...['UTF-8', 'utf8', 'unicode-1-1-utf-8', 'windows-1252'].map(
      (charset) => `${formType}; charset=${charset}`,
    ),
  ])('is given its fields, sent as %s', async (type) => {
    const fields: [string, string][] = [
      ['a', '1'],
      ['a', '2'],
      ['__proto__', 'x y'],
      ['ü', '&'],
    ];
    expect(await post('/form', new URLSearchParams(fields).toString(), type)).toEqual([201, { fields }]);
  });

  it('is given none when nothing was sent', async () => {
    expect(await post('/form', undefined)).toEqual([201, { fields: [] }]);
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'takes no %s',
    async (type) => {
      expect((await post('/form', '{}', type))[0]).toBe(415);
    },
  );

  it('accepts at most 100 KiB', async () => {
    expect((await post('/form', `a=${'x'.repeat(102_400)}`, formType))[0]).toBe(413);
  });

  it('accepts at most 2,000 fields', async () => {
    const fields = (count: number): string => Array.from({ length: count }, () => 'a=1').join('&');
    expect((await post('/form', fields(2_000), formType))[0]).toBe(201);
    expect(await post('/form', fields(2_001), formType)).toEqual([
      400,
      { error: 'the form has more than 2,000 fields' },
    ]);
  });

  it.each(['a=x%00', 'a%00=x', 'b=1&a=%00'])('refuses NUL: %s', async (form) => {
    expect(await post('/form', form, formType)).toEqual([400, { error: 'the form has a NUL character' }]);
  });

  it('does not affect other handlers', async () => {
    expect((await post('/json', 'a=1', formType))[0]).toBe(415);
  });
});
