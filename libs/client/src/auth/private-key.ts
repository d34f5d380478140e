import { importPKCS8 } from 'jose';
import { type WebCryptoKey } from './crypto-key';
import { SignInError } from './sign-in-error';

/** The algorithms of private_key_jwt, for the keys that the platform registers. */
const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256'];

/** The key of a PEM block (PKCS #8: `BEGIN PRIVATE KEY`). The first algorithm that fits the key is used. */
export async function privateKeyOf(pem: string): Promise<WebCryptoKey> {
  for (const algorithm of algorithms) {
    const key = await importPKCS8(pem, algorithm).catch(() => undefined);
    if (key) return key;
  }
  throw new SignInError('the private key is not a PKCS #8 key of a supported kind', 'invalid_key');
}
