import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose } from 'class-transformer';

@ApiSchema({ name: 'Provider' })
export class ProviderResponse {
  @ApiProperty({ type: 'string', description: 'The `iss` of every token, exactly.' })
  @Expose()
  readonly issuer: string;

  constructor({ issuer }: { readonly issuer: string }) {
    this.issuer = issuer;
  }
}
