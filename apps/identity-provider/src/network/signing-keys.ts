import { isObject, type Json } from './fetched-json';

/** The public keys for signatures in a key set that was fetched (RFC 7517, 5). */
export function signingKeysIn({ keys }: Json): Json[] {
  return Array.isArray(keys) ? keys.filter((key): key is Json => isObject(key) && isForSignatures(key)) : [];
}

function isForSignatures({ kty, use }: Json): boolean {
  return ['RSA', 'EC', 'OKP'].includes(String(kty)) && (use === undefined || use === 'sig');
}
