import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Provider' })
export class ProviderResponse {
  @ApiProperty({ type: 'string', description: 'The `iss` of every token, exactly.' })
  readonly issuer: string;

  constructor({ issuer }: { readonly issuer: string }) {
    this.issuer = issuer;
  }
}
