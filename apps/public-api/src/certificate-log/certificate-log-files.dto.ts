import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'CertificateLogTrust', description: 'What verifiers of the certificate log trust.' })
export class LogTrustResponse {
  @ApiProperty({
    description:
      'The key of the log, its witnesses, and how many of them must have cosigned (C2SP tlog-policy).',
  })
  readonly policy!: string;

  @ApiProperty({
    type: [String],
    description: 'The `keyId` of each key that signed certificates before the log began.',
  })
  readonly keysBeforeLog!: readonly string[];
}
