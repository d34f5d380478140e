import { type AcceptedKey, KeyRefused, publicKeyOf } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Member as RequestMember } from '@governance/http';
import { type NewClient } from './clients.store';
import { Member } from './member.decorator';
import { publicKey, secret, timestamp } from './member-rules';
import { nestedRequest } from './nested-request';

export const publicKeyText = 'One PEM block: a public key or a certificate.';
export const keyExpiryText =
  'From then on the key authenticates nothing; without it the key does not expire.';

@ApiSchema({ name: 'SecretAuthentication' })
export class SecretAuthenticationRequest {
  @ApiProperty({ type: 'string', enum: ['secret'] })
  @RequestMember()
  readonly method: string = 'secret';

  @Member(secret, { description: 'Made by the client with `formatSecret`. Only a hash of it is stored.' })
  readonly secret: string = '';
}

@ApiSchema({ name: 'KeyAuthentication' })
export class KeyAuthenticationRequest {
  @ApiProperty({ type: 'string', enum: ['key'] })
  @RequestMember()
  readonly method: string = 'key';

  @Member(publicKey, { description: publicKeyText })
  readonly publicKey?: string;

  @Member(timestamp, { description: keyExpiryText, optional: true })
  readonly expiresAt?: string;
}

/** How a new client authenticates. @throws a 400 for anything else. */
export function authenticationOf(value: { readonly method?: unknown }): NewClient['authentication'] {
  const nested = { member: 'authentication', value };
  switch (value.method) {
    case 'secret':
      return { method: 'secret', secret: nestedRequest(SecretAuthenticationRequest, nested).secret };
    case 'key': {
      const { publicKey: pem = '', expiresAt } = nestedRequest(KeyAuthenticationRequest, nested);
      return {
        method: 'key',
        publicKey: acceptedKeyOf(pem, 'authentication: publicKey'),
        expiresAt: momentOf(expiresAt),
      };
    }
    default:
      throw new Problem('invalid', 'authentication: method must be one of secret, key');
  }
}

/** @throws a 400 for a key that is not taken: it names the member and shows nothing of the key. */
export function acceptedKeyOf(pem: string, member: string): AcceptedKey {
  try {
    return publicKeyOf(pem);
  } catch (error) {
    throw error instanceof KeyRefused ? new Problem('invalid', `${member} ${error.problem}`) : error;
  }
}

export function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
