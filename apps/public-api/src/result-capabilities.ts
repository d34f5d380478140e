import { Keyring } from '@governance/keyring';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { SiteAddresses } from './site-addresses';

const purpose = 'result-page';
const idLength = 16;
/** 160 bits, so that id and hash together are 48 characters without padding, each of which counts. */
const macLength = 20;
const shape = /^[A-Za-z0-9_-]{48}$/;

/**
 * The addresses of result pages. Whoever has one may see the plan of a result, and with the certificate's id alone nobody
 * can make one: it is the id with a keyed hash of it.
 */
@Injectable()
export class ResultCapabilities {
  constructor(
    private readonly keyring: Keyring,
    private readonly addresses: SiteAddresses,
  ) {}

  /** Where the page of a result is. */
  urlOf(id: string): string {
    return `${this.addresses.publicBaseUrl}/results/${this.of(id)}`;
  }

  /** Of a UUID, made with the newest key. */
  of(id: string): string {
    const bytes = bytesOf(id);
    return Buffer.concat([bytes, cut(this.keyring.mac(purpose, bytes))]).toString('base64url');
  }

  /** The id that a capability was made of, with whichever key; undefined when we did not make it. */
  idOf(capability: string): string | undefined {
    if (!shape.test(capability)) return undefined;
    const bytes = Buffer.from(capability, 'base64url');
    const [id, mac] = [bytes.subarray(0, idLength), bytes.subarray(idLength)];
    const genuine = this.keyring.macs(purpose, id).some((known) => timingSafeEqual(cut(known), mac));
    return genuine ? uuidOf(id) : undefined;
  }
}

function cut(mac: Buffer): Buffer {
  return mac.subarray(0, macLength);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
