import { type IssuerAddresses, type IssuerProfile } from '@governance/certificates';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';

@ApiSchema({ name: 'IssuerKey', description: 'A public key (RFC 7517).' })
export class IssuerKeyResponse {
  @ApiProperty({ format: 'uri', description: 'The `keyId` in credentials and records.' })
  @Expose()
  readonly kid!: string;

  @ApiProperty({ enum: ['EC'] })
  @Expose()
  readonly kty!: 'EC';

  @ApiProperty({ enum: ['P-256'] })
  @Expose()
  readonly crv!: 'P-256';

  @ApiProperty({ pattern: '^[A-Za-z0-9_-]{43}$' })
  @Expose()
  readonly x!: string;

  @ApiProperty({ pattern: '^[A-Za-z0-9_-]{43}$' })
  @Expose()
  readonly y!: string;

  @ApiProperty({ enum: ['ES256'] })
  @Expose()
  readonly alg!: 'ES256';

  @ApiProperty({ enum: ['sig'] })
  @Expose()
  readonly use!: 'sig';
}

@ApiSchema({ name: 'IssuerKeySet', description: 'Every key that ever signed certificates, newest first.' })
export class KeySetResponse {
  @ApiProperty({ type: [IssuerKeyResponse] })
  @Expose()
  @Type(() => IssuerKeyResponse)
  readonly keys!: readonly IssuerKeyResponse[];
}

@ApiSchema({ name: 'Issuer', description: 'The certificate issuer, as an Open Badges 3.0 profile.' })
export class IssuerResponse {
  @ApiProperty({ format: 'uri', description: 'The `issuer` in credentials: the URL of this profile.' })
  @Expose()
  readonly id: string;

  @ApiProperty({ enum: [['Profile']], type: 'array', items: { type: 'string' } })
  @Expose()
  readonly type: readonly ['Profile'];

  @ApiProperty()
  @Expose()
  readonly name: string;

  @ApiProperty({ format: 'uri' })
  @Expose()
  readonly url: string;

  @ApiProperty({ format: 'uri', description: 'The URL of the keys.' })
  @Expose()
  readonly jwksUri: string;

  @ApiProperty({
    format: 'uri',
    description: 'A page in one file that checks certificates without any request.',
  })
  @Expose()
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
