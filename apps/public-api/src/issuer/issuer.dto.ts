import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'IssuerKey', description: 'A public key (RFC 7517).' })
export class IssuerKeyResponse {
  @ApiProperty({ format: 'uri', description: 'The `keyId` in credentials and records.' })
  readonly kid!: string;

  @ApiProperty({ enum: ['EC'] })
  readonly kty!: 'EC';

  @ApiProperty({ enum: ['P-256'] })
  readonly crv!: 'P-256';

  @ApiProperty({ pattern: '^[A-Za-z0-9_-]{43}$' })
  readonly x!: string;

  @ApiProperty({ pattern: '^[A-Za-z0-9_-]{43}$' })
  readonly y!: string;

  @ApiProperty({ enum: ['ES256'] })
  readonly alg!: 'ES256';

  @ApiProperty({ enum: ['sig'] })
  readonly use!: 'sig';
}

@ApiSchema({ name: 'IssuerKeySet', description: 'Every key that ever signed certificates, newest first.' })
export class KeySetResponse {
  @ApiProperty({ type: [IssuerKeyResponse] })
  readonly keys!: readonly IssuerKeyResponse[];
}

@ApiSchema({ name: 'Issuer', description: 'The certificate issuer, as an Open Badges 3.0 profile.' })
export class IssuerResponse {
  @ApiProperty({ format: 'uri', description: 'The `issuer` in credentials: the URL of this profile.' })
  readonly id!: string;

  @ApiProperty({ enum: [['Profile']], type: 'array', items: { type: 'string' } })
  readonly type!: readonly ['Profile'];

  @ApiProperty()
  readonly name!: string;

  @ApiProperty({ format: 'uri' })
  readonly url!: string;

  @ApiProperty({ format: 'uri', description: 'The URL of the keys.' })
  readonly jwksUri!: string;

  @ApiProperty({
    format: 'uri',
    description: 'A page in one file that checks certificates without any request.',
  })
  readonly offlineVerifier!: string;
}
