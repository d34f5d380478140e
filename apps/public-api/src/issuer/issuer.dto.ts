import { type IssuerPublicKey } from '@governance/assessments';
import { type IssuerAddresses, type IssuerProfile } from '@governance/certificates';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'IssuerKey', description: 'A public key, as RFC 7517 has it.' })
export class IssuerKeyResponse {
  @ApiProperty({ format: 'uri', description: 'What credentials and records name.' })
  readonly kid: string;

  @ApiProperty({ enum: ['EC'] })
  readonly kty: 'EC';

  @ApiProperty({ enum: ['P-256'] })
  readonly crv: 'P-256';

  @ApiProperty({ pattern: '^[A-Za-z0-9_-]{43}$' })
  readonly x: string;

  @ApiProperty({ pattern: '^[A-Za-z0-9_-]{43}$' })
  readonly y: string;

  @ApiProperty({ enum: ['ES256'] })
  readonly alg: 'ES256';

  @ApiProperty({ enum: ['sig'] })
  readonly use: 'sig';

  constructor({ kid, kty, crv, x, y, alg, use }: IssuerPublicKey) {
    this.kid = kid;
    this.kty = kty;
    this.crv = crv;
    this.x = x;
    this.y = y;
    this.alg = alg;
    this.use = use;
  }
}

@ApiSchema({ name: 'IssuerKeySet', description: 'Every key that has ever signed, newest first.' })
export class KeySetResponse {
  @ApiProperty({ type: [IssuerKeyResponse] })
  readonly keys: readonly IssuerKeyResponse[];

  constructor(keys: readonly IssuerPublicKey[]) {
    this.keys = keys.map((key) => new IssuerKeyResponse(key));
  }
}

@ApiSchema({ name: 'Issuer', description: 'Who issues certificates: a profile of Open Badges 3.0.' })
export class IssuerResponse {
  @ApiProperty({ format: 'uri', description: 'The issuer that credentials name: this address.' })
  readonly id: string;

  @ApiProperty({ enum: [['Profile']], type: 'array', items: { type: 'string' } })
  readonly type: readonly ['Profile'];

  @ApiProperty()
  readonly name: string;

  @ApiProperty({ format: 'uri' })
  readonly url: string;

  @ApiProperty({ format: 'uri', description: 'The keys.' })
  readonly jwksUri: string;

  @ApiProperty({
    format: 'uri',
    description: 'A page in one file that checks credentials without any request.',
  })
  readonly offlineVerifier: string;

  constructor({ id, type, name, url }: IssuerProfile, { keys, offlineVerifier }: IssuerAddresses) {
    this.id = id;
    this.type = type;
    this.name = name;
    this.url = url;
    this.jwksUri = keys;
    this.offlineVerifier = offlineVerifier;
  }
}
