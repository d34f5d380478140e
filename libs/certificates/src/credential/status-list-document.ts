import { type DueStatusList, statusListSize } from '@governance/assessments';
import { gzipSync } from 'node:zlib';
import { issuerAddresses } from './issuer-addresses';

/** The payload of a W3C Bitstring Status List: one bit per certificate, 1 when it was withdrawn. */
export function statusListDocument(
  { list, withdrawn }: DueStatusList,
  publicBaseUrl: string,
  at: Date,
): Readonly<Record<string, unknown>> {
  const { profile, statusList } = issuerAddresses(publicBaseUrl);
  const id = statusList(list);
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: profile,
    validFrom: new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodedBits(withdrawn),
    },
    iss: profile,
    jti: id,
    sub: `${id}#list`,
    nbf: seconds,
  };
}

/** Multibase base64url of the compressed bits, first bit leftmost. */
export function encodedBits(set: readonly number[]): string {
  const bits = Buffer.alloc(statusListSize / 8);
  for (const index of set) bits.writeUInt8(bits.readUInt8(index >> 3) | (0x80 >> (index & 7)), index >> 3);
  return `u${gzipSync(bits).toString('base64url')}`;
}
