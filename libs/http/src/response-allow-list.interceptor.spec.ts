import { Public } from '@governance/auth-guards';
import { Controller, Get, Module, Res, StreamableFile } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { ApiProperty } from '@nestjs/swagger';
import { type Response } from 'express';
import { createHttpApp } from './create-http-app';
import { SerializeAs } from './serialize-as.decorator';
import { publicSurface } from './surface';

class KeyResponse {
  @ApiProperty()
  readonly kid!: string;
}

class CredentialResponse {
  @ApiProperty()
  readonly id!: string;

  @ApiProperty({ type: [KeyResponse] })
  readonly keys!: readonly KeyResponse[];

  @ApiProperty({ type: 'string' })
  readonly expires_at!: string | null;

  @ApiProperty({ type: 'string' })
  readonly note?: string;

  /** Of no class, or of several. */
  @ApiProperty({ oneOf: [] })
  readonly owner!: object;
}

class AdminResponse extends KeyResponse {
  @ApiProperty()
  readonly since = new Date(0);

  readonly password = 'planted';
}

const owner = { kid: 'k2', since: new Date(0) };
const shown = { id: 'c1', keys: [{ kid: 'k1' }], expires_at: null, owner };
const keys = [{ kid: 'k1', d: 'planted' }];
const admin = Object.assign(new AdminResponse(), { kid: 'k2' });
const stored = { ...shown, keys, client_secret: 'planted', owner: admin };
const undeclared = { id: 'c1', inner: { list: [1, { more: null }] }, then: 'text', at: new Date(0) };

@Public()
@Controller()
class CredentialsController {
  @Get('value')
  @SerializeAs(CredentialResponse)
  value(): CredentialResponse {
    return stored;
  }

  @Get('instance')
  @SerializeAs(CredentialResponse)
  instance(): CredentialResponse {
    return Object.assign(new CredentialResponse(), stored);
  }

  @Get('unclassed')
  @SerializeAs(CredentialResponse)
  unclassed(): CredentialResponse {
    return { ...stored, owner: { kid: 'k2', d: 'planted' } };
  }

  @Get('undeclared')
  undeclared(): object {
    return undeclared;
  }

  @Get('text')
  text(@Res({ passthrough: true }) res: Response): string {
    res.type('json');
    return '{"credentials":[]}';
  }

  @Get('stream')
  stream(): StreamableFile {
    return new StreamableFile(Buffer.from('bytes'));
  }

  @Get('handled')
  handled(@Res() res: Response): void {
    res.json(undeclared);
  }
}

@Module({ controllers: [CredentialsController] })
class CredentialsModule {}

describe('the response allow-list', () => {
  let app: NestExpressApplication;

  beforeAll(async () => {
    app = await createHttpApp({ module: CredentialsModule, surface: publicSurface, logger: false });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  const textOf = async (path: string): Promise<string> =>
    (await fetch(`${await app.getUrl()}/${path}`)).text();

  it.each(['value', 'instance'])(
    'keeps back a member that the DTO does not expose, of a DTO %s § V8.2.3 V15.3.1',
    async (path) => {
      expect(await textOf(path)).toBe(JSON.stringify(shown));
    },
  );

  it('sends no member of an object that has no class', async () => {
    expect(await textOf('unclassed')).toBe(JSON.stringify({ ...shown, owner: {} }));
  });

  it.each([
    ['undeclared', JSON.stringify(undeclared)],
    ['handled', JSON.stringify(undeclared)],
    ['text', '{"credentials":[]}'],
    ['stream', 'bytes'],
  ])('does not change a response without a declared DTO: %s', async (path, text) => {
    expect(await textOf(path)).toBe(text);
  });
});
