import { nextRsaKeyPair } from '@governance/testing';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import {
  createHash,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { type PasskeyOptions } from './passkey-app';

/** What differs from the message of an honest browser and authenticator. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  /** Whether the authenticator has verified the user. */
  readonly userVerified?: boolean;
  readonly userHandle?: string;
  readonly id?: Buffer;
  readonly counter?: number;
  readonly badSignature?: boolean;
  readonly attestation?: { readonly fmt: string; readonly attStmt: Map<string, unknown> };
}

const userPresent = 0x01;
const userVerified = 0x04;
const backupEligible = 0x08;
const credentialIncluded = 0x40;

export interface SoftwareKey {
  /** Whether the key is copied between devices. */
  readonly isSynced?: boolean;
  readonly algorithm?: keyof typeof keyTypes;
}

/** By their names in JOSE: how a key is made, and how it looks in COSE (RFC 9053, RFC 8230). */
const keyTypes = {
  ES256: {
    hash: 'sha256',
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    cose: ({ x, y }: JsonWebKey): CoseKey => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
  },
  EdDSA: {
    hash: null,
    make: () => generateKeyPairSync('ed25519'),
    cose: ({ x }: JsonWebKey): CoseKey => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
  },
  RS256: {
    hash: 'sha256',
    make: nextRsaKeyPair,
    cose: ({ n, e }: JsonWebKey): CoseKey => [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  },
  /** We do not offer it. */
  ES384: {
    hash: 'sha384',
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    cose: ({ x, y }: JsonWebKey): CoseKey => [
      [1, 2],
      [3, -35],
      [-1, 2],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
  },
} as const;

type CoseKey = [label: number, value: number | Uint8Array][];

/** An authenticator in software with one credential, and the browser in front of it (WebAuthn 2, 6 and 7). */
export class SoftwarePasskey {
  readonly id = randomBytes(32);
  counter = 0;
  /** The user for whom it was created. */
  userHandle: string | undefined;
  private readonly type: (typeof keyTypes)[keyof typeof keyTypes];
  private readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  private readonly isSynced: boolean;

  constructor(
    private readonly origin: string,
    { isSynced = false, algorithm = 'ES256' }: SoftwareKey = {},
  ) {
    this.isSynced = isSynced;
    this.type = keyTypes[algorithm];
    this.keys = this.type.make();
  }

  /** The answer to `navigator.credentials.create`, as the script sends it. */
  create({ challenge, rp, user }: PasskeyOptions, deviation: Deviation = {}): string {
    this.userHandle = user?.id;
    const { fmt, attStmt } = deviation.attestation ?? { fmt: 'none', attStmt: new Map<string, unknown>() };
    const id = deviation.id ?? this.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.coseKey()]);
    const authData = Buffer.concat([this.head(rp?.id ?? '', credentialIncluded, deviation), credential]);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', Uint8Array.from(authData)],
      ]) as never,
    );
    return this.message(id, {
      clientDataJSON: text(this.clientData('webauthn.create', challenge, deviation)),
      attestationObject: text(attestationObject),
      transports: ['usb'],
    });
  }

  /** The answer to `navigator.credentials.get`. */
  get({ challenge, rpId = '' }: PasskeyOptions, deviation: Deviation = {}): string {
    const authenticatorData = this.head(rpId, 0, deviation);
    const clientData = this.clientData('webauthn.get', challenge, deviation);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    const signature = sign(this.type.hash, signed, this.keys.privateKey);
    if (deviation.badSignature) signature.writeUInt8(signature.readUInt8(20) ^ 1, 20);
    const userHandle = deviation.userHandle ?? this.userHandle;
    return this.message(deviation.id ?? this.id, {
      clientDataJSON: text(clientData),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      ...(userHandle !== undefined && { userHandle }),
    });
  }

  private message(id: Buffer, response: object): string {
    return JSON.stringify({ id: text(id), rawId: text(id), type: 'public-key', response });
  }

  private clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.origin, crossOrigin = false, challenge: own = challenge } = deviation;
    return Buffer.from(JSON.stringify({ type, challenge: own, origin, crossOrigin }));
  }

  private head(rpId: string, flags: number, deviation: Deviation): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? this.counter);
    const verified = deviation.userVerified === false ? 0 : userVerified;
    const synced = this.isSynced ? backupEligible : 0;
    const hash = createHash('sha256').update(deviation.rpId ?? rpId);
    return Buffer.concat([hash.digest(), Buffer.of(flags | userPresent | verified | synced), counter]);
  }

  private coseKey(): Uint8Array {
    const key = this.type.cose(this.keys.publicKey.export({ format: 'jwk' }));
    return isoCBOR.encode(new Map(key));
  }
}

function bytes(base64url = ''): Uint8Array {
  return Uint8Array.from(Buffer.from(base64url, 'base64url'));
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
