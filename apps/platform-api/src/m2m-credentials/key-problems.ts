import { type ProblemDescription } from '@governance/http';

/** Errors of a public key or its expiry. No part of the key is stored or logged. */
export function keyRefused(field: 'public_key' | 'new_public_key'): readonly ProblemDescription[] {
  return [
    {
      kind: 'invalid',
      when: 'The key is missing, private, weak, or not supported.',
      texts: Object.fromEntries(
        Object.entries(keyTexts).map(([text, remedy]) => [`${field} ${text}`, remedy]),
      ),
    },
    {
      kind: 'invalid',
      when: 'The expiry is invalid.',
      texts: {
        'valid_for_days must be an integer from 0 to 3650': 'Send a number, not a string',
        'secret_valid_for_days must be an integer from 0 to 3650': 'Send a number, not a string',
        'expires_at must be a string': 'Send a timestamp as a string',
        'expires_at must be an RFC 3339 timestamp': 'Send a timestamp such as `2031-05-06T07:08:09Z`',
        'expires_at must be in the future': 'Send a later one, or none',
      },
    },
    {
      kind: 'invalid',
      when: 'A member for keys was sent for a `client_secret` credential.',
      texts: Object.fromEntries(
        [field, 'valid_for_days', 'expires_at'].map((member) => [
          `${member} is for credentials of type public_key`,
          'Remove it for a secret',
        ]),
      ),
    },
    {
      kind: 'invalid',
      when: 'The member for secrets was sent for a `public_key` credential.',
      texts: {
        'secret_valid_for_days is for credentials of type client_secret':
          'Use `valid_for_days` or `expires_at` for a key',
      },
    },
  ];
}

const keyTexts = {
  'is required for credentials of type public_key': 'Send the key',
  'must be a string': 'Send the PEM text',
  'must be a public key: a private key must not leave its owner':
    'Send the public key of a new key pair: this private key was exposed',
  'must be one PEM block, whole and undamaged': 'Send the whole file, starting at `-----BEGIN`',
  'must be a single PEM block': 'Send only the key or its certificate',
  'must have at most 16384 characters': 'Send the key, not its certificate',
  'must be a PEM block labelled PUBLIC KEY (SPKI) or CERTIFICATE':
    'Convert it: `openssl pkey -pubin -pubout`',
  'must be a PEM block of undamaged base64': 'Send the unchanged file',
  'must hold a key in DER, whole and undamaged': 'Export the key again',
  'must be an RSA, P-256, P-384, P-521 or Ed25519 key, with its curve named':
    'Create a key of one of these types',
  'must be an RSA key of 2048 to 8192 bits': 'Create a key of this length',
  'must be an RSA key with the exponent 65537': 'Create a key with this exponent',
  'is a known weak key': 'Create a new key with another program',
  'must hold its point uncompressed and whole':
    'Convert it: `openssl ec -pubin -pubout -conv_form uncompressed`',
  'must hold a valid point of its curve': 'Create a new key with another program',
  'must be a certificate that has not ended': 'Send an unexpired certificate, or only the key',
};

export const sameKey: ProblemDescription = {
  kind: 'invalid',
  when: 'The new key is the current one.',
  texts: { 'new_public_key must be another key than the current one': 'Send a new key' },
};
